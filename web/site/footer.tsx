import { monthInWords } from '#contract/date-format.ts';
import { site } from '#contract/site/lab.ts';
import { Mark } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { responseTimeText } from './programme.ts';
import { withLanguage } from './with-language.tsx';

export function Footer() {
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-grid">
          <div>
            <Link className="brand" href="/" aria-label={`${site.name}, home`}>
              <Mark />
              {site.name}
            </Link>
            <p className="sm muted footer-about">
              {withLanguage(site.about)} Running since {monthInWords(site.inception)}.
            </p>
            <ul className="social" aria-label="Social">
              {site.social.map((link) => (
                <OuterItem key={link.url} {...link} />
              ))}
              <li>
                <a href="/blog/feed.xml">Blog feed</a>
              </li>
              <li>
                <a href="/feed.xml">Lab feed</a>
              </li>
            </ul>
          </div>
          <nav aria-label="Quick links">
            <h2>Quick links</h2>
            <ul>
              <Item href="/#projects">Projects</Item>
              <Item href="/#pods">Pods</Item>
              <Item href="/#journey">Journey</Item>
              <Item href="/blog">Blog</Item>
            </ul>
          </nav>
          <nav aria-label="Resources">
            <h2>Resources</h2>
            <ul>
              <Item href="/workflow">Workflow</Item>
              <Item href="/ideas">Community ideas</Item>
              <Item href="/submit-idea">Submit an idea</Item>
              <Item href="/join-team">Join the team</Item>
              {site.resources.map((link) => (
                <OuterItem key={link.url} {...link} />
              ))}
            </ul>
          </nav>
          <div>
            <h2>Contact</h2>
            <ul>
              <li>
                <a href={`mailto:${site.email}`}>{site.email}</a>
              </li>
              <li className="muted sm">{responseTimeText}</li>
              <Item href="/contact">Send a message</Item>
            </ul>
          </div>
        </div>
        <div className="footer-end">
          <span>
            {site.name}, since {monthInWords(site.inception)}
          </span>
          <span className="footer-legal">
            <a href={site.links.terms} rel="noopener">
              Terms
            </a>
            <a href={site.links.privacy} rel="noopener">
              Privacy
            </a>
          </span>
        </div>
      </div>
    </footer>
  );
}

function Item({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <Link href={href}>{children}</Link>
    </li>
  );
}

function OuterItem({ name, url }: { name: string; url: string }) {
  return (
    <li>
      <a href={url} rel="noopener">
        {withLanguage(name)}
      </a>
    </li>
  );
}
