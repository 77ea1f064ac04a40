import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type SyntheticEvent,
  use,
} from 'react';
import { Link as RouterLink, useLocation } from 'wouter';
import { layOutAll } from './far-below.ts';

/** Fetches what a link leads to; the routes provide it. */
export const PrefetchContext = createContext<(href: string) => void>(() => {});

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A link within the site: no page load, fetched ahead when somebody is about to follow it. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const intend = () => prefetch(href);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { pathname, hash } = new URL(href, location.href);
    if (pathname !== location.pathname || event.defaultPrevented || !isPlainClick(event)) return;
    // The router follows paths; this very page, or a place on it, is ours to show.
    event.preventDefault();
    const address = hash ? pathname + location.search + hash : href;
    const isThere = address === location.pathname + location.search + location.hash;
    history[isThere ? 'replaceState' : 'pushState'](null, '', address);
    if (hash) showTarget(hash.slice(1), 'smooth');
    else revisits.dispatchEvent(new Event('revisit'));
  }

  return (
    <RouterLink
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={intend}
      onFocus={intend}
      onTouchStart={intend}
    />
  );
}

/** The links in a text that came as HTML, followed as the others are: handlers for the element around it. */
export function useInnerLinks() {
  const prefetch = use(PrefetchContext);
  const [, navigate] = useLocation();

  /** Only pages of this site: not a file, not another site, not a place on this page. */
  function pageOf(event: SyntheticEvent): string | undefined {
    const link = (event.target as Element).closest('a');
    if (!link || link.origin !== location.origin || link.target || link.pathname.includes('.'))
      return;
    if (link.pathname === location.pathname || link.pathname.startsWith('/api/')) return;
    return link.pathname + link.search + link.hash;
  }

  return {
    onClick(event: MouseEvent) {
      const page = isPlainClick(event) && pageOf(event);
      if (!page) return;
      event.preventDefault();
      navigate(page);
    },
    onPointerOver(event: SyntheticEvent) {
      const page = pageOf(event);
      if (page) prefetch(page);
    },
  };
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Says that somebody follows a link to the page that is shown: it starts anew. */
export const revisits = new EventTarget();

/** Scrolls to a part of the page, and puts the focus there for those who read by keyboard. */
export function showTarget(id: string, behavior: 'smooth' | 'instant' = 'instant'): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  layOutAll();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: still ? 'instant' : behavior });
  target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
  return true;
}
