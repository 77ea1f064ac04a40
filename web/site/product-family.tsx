import { ArrowUpRight, Grip } from 'lucide-react';
import type { PointerEvent, ReactNode } from 'react';
import { site } from '#site.config.ts';
import { useMenu } from '../ui/menu.ts';

/** Five products on one route. Opens by hover, tap or key. */
export function ProductFamily({ path }: { path: string }) {
  const { open, setOpen, button, around } = useMenu(path);

  const byMouse = (show: boolean) => (event: PointerEvent) =>
    event.pointerType === 'mouse' && setOpen(show);

  return (
    <div
      {...around}
      className="nav-grid"
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
    >
      <button
        ref={button}
        type="button"
        aria-label="Product family"
        aria-expanded={open}
        aria-controls="product-family"
        onFocus={(event) => event.target.matches(':focus-visible') && setOpen(true)}
        onPointerDown={(event) => event.pointerType === 'mouse' && event.preventDefault()}
        onClick={(event) => {
          // The mouse has opened it by being here; a click must not close it under the pointer.
          const byPointer = event.nativeEvent instanceof globalThis.PointerEvent;
          const mouse =
            byPointer && (event.nativeEvent as unknown as PointerEvent).pointerType === 'mouse';
          setOpen(mouse || !open);
        }}
      >
        <Grip className="i" aria-hidden="true" />
      </button>
      <div id="product-family" className="family" data-open={open || undefined}>
        <p className="label">One programme, five products</p>
        <ul>
          <li>
            <Product name="Initiatives" about="Long-running research themes" soon />
          </li>
          <li>
            <Product
              name="Funding"
              about="Rounds, proposals and awards"
              href={site.links.funding}
            />
          </li>
          <li>
            <Product
              name="Community"
              about="Circles, calls and the member forum"
              href={site.links.community}
            />
          </li>
          <li>
            <span className="here" aria-current="true">
              <b>Lab</b>
              <span className="label">You are here</span>
              <small>Pods and prototypes</small>
            </span>
          </li>
          <li>
            <Product
              name="Ideation"
              about="Shape an idea before you submit it"
              href={site.links.ideation}
              soon
            />
          </li>
        </ul>
      </div>
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
  return href ? (
    <a className={className} href={href} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <span className={className}>{content}</span>
  );
}
