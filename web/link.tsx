import { type ComponentProps, createContext, type MouseEvent, use } from 'react';
import { Link as RouterLink } from 'wouter';

/** Fetches what a link leads to; the routes provide it. */
export const PrefetchContext = createContext<(href: string) => void>(() => {});

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A link within the site: no page load, fetched ahead when somebody is about to follow it. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const prefetch = use(PrefetchContext);
  const intend = () => prefetch(href);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const [target, hash] = href.split('#');
    // The router follows paths; a place on this very page is ours to go to.
    if (hash && target === location.pathname && !event.defaultPrevented && isPlainClick(event)) {
      event.preventDefault();
      history.pushState(null, '', href);
      showTarget(hash);
    }
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

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Scrolls to a part of the page, and puts the focus there for those who read by keyboard. */
export function showTarget(id: string): boolean {
  const target = document.getElementById(id);
  if (!target) return false;
  target.scrollIntoView();
  target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
  return true;
}
