import { ArrowUpRight, Grip } from 'lucide-react';
import type { FocusEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { site } from '#contract/site/lab.ts';
import { useMenu } from './menu.ts';
import { withLanguage } from './with-language.tsx';

/** Shows the menu of the programme's products. Opens on a click and, after hydration, on hover and keyboard focus. */
export function ProductFamily({ path }: { path: string }) {
  const { menu, containerProps } = useMenu(path);

  const byMouse = (show: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') menu.current?.togglePopover(show);
  };

  function openOnFocus({ target, relatedTarget }: FocusEvent) {
    // After Escape the focus returns to the button, and must not open the menu again.
    if (!target.matches(':focus-visible') || menu.current?.contains(relatedTarget)) return;
    menu.current?.togglePopover(true);
  }

  /** Prevents a mouse click on the button from closing the menu, which hover has opened. */
  function stayOpen(event: MouseEvent) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
    if (pointerType === 'mouse' && menu.current?.matches(':popover-open')) event.preventDefault();
  }

  return (
    <div
      {...containerProps}
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
        <p className="label">{withLanguage(site.family.title)}</p>
        <ul>
          {site.family.products.map((product) => (
            <li key={product.name}>
              <Product {...product} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Product({ name, about, url, isSoon, isHere }: (typeof site.family.products)[number]) {
  const isLink = url && !isHere;
  const content: ReactNode = (
    <>
      <b>{withLanguage(name)}</b>
      <span className="label">
        {isHere ? 'You are here' : isSoon && 'Coming Soon'}
        {isLink && (
          <>
            {' '}
            <ArrowUpRight className="i" aria-hidden="true" />
            <span className="sr">opens in a new tab</span>
          </>
        )}
      </span>
      <small>{withLanguage(about)}</small>
    </>
  );
  const className = isSoon ? 'soon' : undefined;
  return isLink ? (
    <a className={className} href={url} target="_blank" rel="noopener">
      {content}
    </a>
  ) : (
    <span className={isHere ? 'here' : className} aria-current={isHere}>
      {content}
    </span>
  );
}
