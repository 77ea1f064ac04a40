import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type SyntheticEvent,
  use,
} from 'react';
import { Link as RouterLink, useLocation } from 'wouter';

/** Provides the function that prefetches the page of a link. document.tsx sets it. */
export const PrefetchContext = createContext<(href: string) => void>(() => {});

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A link within the site. It navigates on the client, and prefetches its page on hover, focus and touch. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const prefetchPage = () => prefetch(href);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { pathname, hash } = new URL(href, location.href);
    if (pathname !== location.pathname || event.defaultPrevented || !isPlainClick(event)) return;
    // The router handles links to other paths. This code handles links to the current path.
    event.preventDefault();
    const address = hash ? pathname + location.search + hash : href;
    const isCurrentAddress = address === location.pathname + location.search + location.hash;
    history[isCurrentAddress ? 'replaceState' : 'pushState'](null, '', address);
    if (hash) showTarget(hash.slice(1), 'smooth');
    else revisits.dispatchEvent(new Event('revisit'));
  }

  return (
    <RouterLink
      {...rest}
      href={href}
      onClick={follow}
      onPointerEnter={prefetchPage}
      onFocus={prefetchPage}
      onTouchStart={prefetchPage}
    />
  );
}

/** Returns event handlers for an element with HTML from the server: its links then navigate on the client. */
export function useInnerLinks() {
  const prefetch = use(PrefetchContext);
  const [, navigate] = useLocation();

  /** If the event is on a link to another page of the site, returns its path, query and hash. */
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

export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Emits `revisit` on a click on a link to the current path without a hash. document.tsx remounts public pages. */
export const revisits = new EventTarget();

/** Scrolls to an element and focuses it. Returns false if it does not exist. */
export function showTarget(id: string, behavior: 'smooth' | 'instant' = 'instant'): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  // Gives the cards of home their real heights first (cards.css): the target would move during the scroll otherwise.
  document.documentElement.dataset.laidOut = 'true';
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: prefersReducedMotion ? 'instant' : behavior });
  target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
  return true;
}
