import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type SyntheticEvent,
  use,
} from 'react';
import { Link as RouterLink, useLocation } from 'wouter';

/** Prefetches the page of a link; document.tsx provides it. */
export const PrefetchContext = createContext<(href: string) => void>(() => {});

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A link within the site: client-side navigation, prefetched on hover, focus and touch. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const intend = () => prefetch(href);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { pathname, hash } = new URL(href, location.href);
    if (pathname !== location.pathname || event.defaultPrevented || !isPlainClick(event)) return;
    // The router handles changes of the path. Links to the current page or to a part of it are handled here.
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

/** Client-side navigation for links inside rendered HTML: event handlers for the element around it. */
export function useInnerLinks() {
  const prefetch = use(PrefetchContext);
  const [, navigate] = useLocation();

  /** The address of a page of this site; undefined for files, other sites and parts of this page. */
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

/** Emits `revisit` when a link to the current page is followed: the page then starts anew. */
export const revisits = new EventTarget();

/** Scrolls to a part of the page and moves the focus there, for keyboards and screen readers. */
export function showTarget(id: string, behavior: 'smooth' | 'instant' = 'instant'): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  // The cards that the scroll passes get their real heights first (cards.css): otherwise the target would move meanwhile.
  document.documentElement.dataset.laidOut = 'true';
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  target.scrollIntoView({ behavior: still ? 'instant' : behavior });
  target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
  return true;
}
