import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Milliseconds that the pointer rests on a button before its tip opens. */
const openDelay = 700;
/** Milliseconds after a tip has closed in which the next one opens without delay. */
const skipDelay = 300;
let closedAt = Number.NEGATIVE_INFINITY;

/** Shows the label of a button without words below it: under the pointer, and on keyboard focus at once. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  const around = useRef<HTMLSpanElement>(null);
  /** Set until the pointer leaves, also after the tip has closed: one tip for each visit of the pointer. */
  const delay = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [position, setPosition] = useState<CSSProperties>();
  const isOpen = position !== undefined;

  function open() {
    const box = around.current?.getBoundingClientRect();
    if (box) setPosition({ left: box.left + box.width / 2, top: box.bottom });
  }
  function close() {
    clearTimeout(delay.current);
    if (isOpen) closedAt = performance.now();
    setPosition(undefined);
  }
  useEffect(() => () => clearTimeout(delay.current), []);
  // In the same step as the tip: a moment after it has gone, Escape would still be taken from the dialog.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Keeps the dialog around the button open.
      event.preventDefault();
      close();
    };
    addEventListener('keydown', closeByEscape, true);
    addEventListener('scroll', close, true);
    addEventListener('resize', close);
    return () => {
      removeEventListener('keydown', closeByEscape, true);
      removeEventListener('scroll', close, true);
      removeEventListener('resize', close);
    };
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens; the control is the button inside
    <span
      ref={around}
      className="tip-around"
      onPointerMove={({ pointerType }) => {
        if (delay.current || pointerType === 'touch') return;
        const wait = performance.now() - closedAt < skipDelay ? 0 : openDelay;
        delay.current = setTimeout(open, wait);
      }}
      onPointerLeave={() => {
        close();
        delay.current = undefined;
      }}
      onPointerDown={close}
      onFocus={({ target }) => target.matches(':focus-visible') && open()}
      onBlur={close}
    >
      {children}
      {position && (
        <span className="tip" role="tooltip" style={position}>
          {text}
        </span>
      )}
    </span>
  );
}
