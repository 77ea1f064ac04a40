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

/** Shows links to the entries that this page does not show. */
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
  /** Undefined when the list does not begin with the newest entry. */
  total: string | undefined;
  href: string;
  onShow(): Promise<boolean>;
}

/** Shows the link that lengthens the list. With infinite scrolling the footer would be out of reach. */
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

/** Focuses the heading of the first new entry. Waits up to 60 frames for its rendering. */
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
