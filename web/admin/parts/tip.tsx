import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Milliseconds between the pointer's first move over a button and the opening of the button's tip. */
const openDelay = 700;
/** Milliseconds after a tip has closed in which the next one opens without delay. */
const skipDelay = 300;
let closedAt = Number.NEGATIVE_INFINITY;

/** Shows the label of an icon button below it: after a delay under the pointer, and at once on keyboard focus. */
export function Tip({ text, children }: { text: string; children: ReactNode }) {
  const around = useRef<HTMLSpanElement>(null);
  /** Stays set until the pointer leaves, even after the tip has closed, so that the tip opens only once. */
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
  // A layout effect removes the listeners in the same commit as the tip. With `useEffect`, they would stay a moment
  // longer and could take an Escape that is meant for the dialog.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Prevents that Escape also closes the dialog around the button.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the span only listens; the control is the button inside
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
