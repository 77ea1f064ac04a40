import { ArrowRight, Menu, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { site } from '#contract/site/lab.ts';
import { Mark } from '../art/marks.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useMenu } from './menu.ts';
import { ProductFamily } from './product-family.tsx';

const items = [
  { name: 'Contact', href: '/contact' },
  { name: 'Projects', href: '/#projects' },
  { name: 'Pods', href: '/#pods' },
  { name: 'Blog', href: '/blog' },
  { name: 'Journey', href: '/#journey' },
];

const isCurrent = (href: string, path: string) => path === href || path.startsWith(`${href}/`);

export function Nav({ path }: { path: string }) {
  const scrolled = useScrolledPast(20);
  return (
    <header className="nav" data-scrolled={scrolled || undefined}>
      <div className="nav-in">
        {site.family.products.length > 0 && <ProductFamily path={path} />}
        <Link className="brand" href="/" aria-label={`${site.name}, home`}>
          <Mark />
          <span>{site.name}</span>
        </Link>
        <nav className="nav-links" aria-label="Main">
          {items.map(({ name, href }) => (
            <Link key={href} href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <div className="nav-end">
          <Link className="nav-search" href="/search">
            <Search className="i" aria-hidden="true" />
            Search
            <span className="key" aria-hidden="true">
              /
            </span>
          </Link>
          <ThemeToggle />
          <Link className={buttonClass({ small: true }, 'nav-join')} href="/join-team">
            Join Team
          </Link>
          <MobileMenu path={path} />
        </div>
      </div>
      {path.startsWith('/blog/') && <div className="readbar" aria-hidden="true" />}
    </header>
  );
}

function MobileMenu({ path }: { path: string }) {
  const { menu, containerProps } = useMenu(path);

  return (
    <div {...containerProps} className="nav-burger">
      <button
        type="button"
        className={buttonClass({ variant: 'ghost', icon: true })}
        aria-label="Menu"
        popoverTarget="mobile-menu"
      >
        <Menu className="i i-menu" aria-hidden="true" />
        <X className="i i-close" aria-hidden="true" />
      </button>
      <nav ref={menu} id="mobile-menu" className="sheet-menu" aria-label="Main" popover="auto">
        <form className="sheet-search" action="/search">
          <input
            className="input"
            type="search"
            name="q"
            aria-label="Search"
            placeholder="Search"
          />
        </form>
        {items.map(({ name, href }) => (
          <Link key={href} href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
            {name}
            <ArrowRight className="i" aria-hidden="true" />
          </Link>
        ))}
        <div className="sheet-more">
          <Link href="/ideas">Community ideas</Link>
          <Link href="/workflow">How the lab works</Link>
        </div>
        <div className="sheet-theme">
          Theme
          <ThemeToggle />
        </div>
        <Link className={buttonClass({ variant: 'primary' })} href="/join-team">
          Join Team
        </Link>
      </nav>
    </div>
  );
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const update = () => setPast(scrollY > pixels);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, [pixels]);
  return past;
}
