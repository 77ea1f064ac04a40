import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { homeWords } from '#contract/site/home.ts';

import { Plate } from '../art/plate.tsx';
import { Link } from '../link.tsx';
import { withLanguage } from './with-language.tsx';

export function Join() {
  return (
    <section className="join" id="join" aria-labelledby="join-heading">
      <Plate seed="join" kind="flock" width={420} height={200} />
      <div className="wrap">
        <h2 className="d1" id="join-heading">
          Take part
        </h2>
        <div className="join-rows">
          <Row href="/submit-idea" title="Submit an idea">
            {withLanguage(homeWords.submitIdea)}
          </Row>
          <Row href="/join-team" title="Join the team">
            {withLanguage(homeWords.joinTeam)}
          </Row>
        </div>
        <p className="join-more">
          <Link className="link" href="/ideas">
            Ideas so far
          </Link>
          <Link className="link" href="/workflow">
            How the lab works
          </Link>
        </p>
      </div>
    </section>
  );
}

function Row({ href, title, children }: { href: string; title: string; children: ReactNode }) {
  return (
    <Link className="join-row" href={href}>
      <span className="d2">{title}</span>
      <span className="about">{children}</span>
      <span className="go">
        <ArrowUpRight className="i" aria-hidden="true" />
      </span>
    </Link>
  );
}
