import { useState } from 'react';
import { isPlainClick, Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { ListLinks } from './list-search.ts';

interface ListEndProps {
  /** The plural for labels, such as "ideas". */
  noun: string;
  links: ListLinks;
  shown: number;
  total: string;
}

/** Shows the links to the entries that are not on this page. */
export function ListEnd({ noun, links, shown, total }: ListEndProps) {
  const { newest, more, older, showMore } = links;
  return (
    <>
      {more && (
        <ShowMore
          noun={noun}
          shown={shown}
          total={newest ? undefined : total}
          href={more}
          onShow={showMore}
        />
      )}
      {(newest || older) && (
        <nav className="show-more" aria-label={`Pages of ${noun}`}>
          {newest && (
            <Link className={buttonClass()} href={newest}>
              Newest {noun}
            </Link>
          )}
          {older && (
            <Link className={buttonClass()} href={older}>
              Older {noun}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

interface ShowMoreProps {
  noun: string;
  shown: number;
  /** Undefined when the list begins with an older entry. */
  total: string | undefined;
  href: string;
  onShow(): Promise<boolean>;
}

/**
 * Shows the button that lengthens the list. The list does not grow while scrolling, so that the footer can be reached.
 */
function ShowMore({ noun, shown, total, href, onShow }: ShowMoreProps) {
  const [failed, setFailed] = useState(false);
  return (
    <div className="show-more">
      <a
        className={buttonClass()}
        href={href}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setFailed(false);
          onShow().then(
            (isShown) => isShown && focusEntry(shown),
            () => setFailed(true),
          );
        }}
      >
        Show more {noun}
      </a>
      <p className="help" role="status">
        {failed
          ? `More ${noun} could not be loaded. Please try again.`
          : total
            ? `${shown} of ${total} are shown`
            : `${shown} older ${noun} are shown`}
      </p>
    </div>
  );
}

/** Focuses the heading of the first new entry; waits up to 60 frames until the entry is rendered. */
function focusEntry(index: number, frames = 60): void {
  const entry = document.querySelectorAll<HTMLElement>('main li[id]')[index];
  const heading = entry?.querySelector<HTMLElement>('h2, h3');
  if (!heading) {
    if (frames > 0) requestAnimationFrame(() => focusEntry(index, frames - 1));
    return;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
