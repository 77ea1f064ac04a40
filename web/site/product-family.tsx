import { ArrowUpRight, Grip } from 'lucide-react';
import type { FocusEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { site } from '#site.config.ts';
import { useMenu } from './menu.ts';

/** Five products on one route. The menu opens by press and, once the scripts are here, by hover and by keyboard focus. */
export function ProductFamily({ path }: { path: string }) {
  const { menu, around } = useMenu(path);

  const byMouse = (show: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') menu.current?.togglePopover(show);
  };

  function openOnFocus({ target, relatedTarget }: FocusEvent) {
    // Focus that returns from the menu, after Escape, must not open it again.
    if (!target.matches(':focus-visible') || menu.current?.contains(relatedTarget)) return;
    menu.current?.togglePopover(true);
  }

  /** The menu was opened by hover: the click that follows must not close it. */
  function stayOpen(event: MouseEvent) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
    if (pointerType === 'mouse' && menu.current?.matches(':popover-open')) event.preventDefault();
  }

  return (
    <div
      {...around}
      className="nav-grid"
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
    >
      <button
        type="button"
        aria-label="Product family"
        popoverTarget="product-family"
        onFocus={openOnFocus}
        onClick={stayOpen}
      >
        <Grip className="i" aria-hidden="true" />
      </button>
      <section
        ref={menu}
        id="product-family"
        className="family"
        aria-label="Product family"
        popover="auto"
      >
        <p className="label">One programme, five products</p>
        <ul>
          <Product name="Initiatives" about="Long-running research themes" soon />
          <Product name="Funding" about="Rounds, proposals and awards" href={site.links.funding} />
          <Product
            name="Community"
            about="Circles, calls and the member forum"
            href={site.links.community}
          />
          <li>
            <span className="here" aria-current="true">
              <b>Lab</b>
              <span className="label">You are here</span>
              <small>Pods and prototypes</small>
            </span>
          </li>
          <Product
            name="Ideation"
            about="Shape an idea before you submit it"
            href={site.links.ideation}
            soon
          />
        </ul>
      </section>
    </div>
  );
}

interface ProductProps {
  name: string;
  about: string;
  href?: string;
  soon?: boolean;
}

function Product({ name, about, href, soon }: ProductProps) {
  const content: ReactNode = (
    <>
      <b>{name}</b>
      <span className="label">
        {soon && 'Coming Soon'}
        {href && (
          <>
            {' '}
            <ArrowUpRight className="i" aria-hidden="true" />
            <span className="sr">opens in a new tab</span>
          </>
        )}
      </span>
      <small>{about}</small>
    </>
  );
  const className = soon ? 'soon' : undefined;
  return (
    <li>
      {href ? (
        <a className={className} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <span className={className}>{content}</span>
      )}
    </li>
  );
}
