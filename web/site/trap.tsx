import { useEffect, useRef } from 'react';

const name = 'website';

/** A honeypot: a hidden field that people cannot reach. A script that fills in every field fills in this one too. */
export function Trap() {
  return (
    <div className="sr" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} tabIndex={-1} autoComplete="off" data-trap />
    </div>
  );
}

/**
 * Returns headers that tell the server how the form was filled in: see contract/quarantine.ts. They contain no duration
 * if nothing was typed on this page, as with a restored draft.
 */
export function useSignals() {
  const begun = useRef<number>(undefined);
  const isLater = useRef(false);
  const filledIn = useRef<number>(undefined);
  useEffect(() => {
    const begin = () => {
      if (begun.current !== undefined) return;
      begun.current = performance.now();
      isLater.current = false;
      setTimeout(() => {
        isLater.current = true;
      });
    };
    const end = () => {
      if (begun.current === undefined) return;
      // Input and submit in the same task come from a script, and count as 0 ms even on a slow machine.
      filledIn.current = isLater.current ? Math.round(performance.now() - begun.current) : 0;
    };
    document.addEventListener('input', begin);
    document.addEventListener('submit', end, true);
    return () => {
      document.removeEventListener('input', begin);
      document.removeEventListener('submit', end, true);
    };
  }, []);

  return {
    headers(): Record<string, string> {
      const trap = document.querySelector<HTMLInputElement>('[data-trap]');
      return {
        ...(trap?.value && { 'X-Form-Trap': 'filled' }),
        ...(filledIn.current !== undefined && { 'X-Form-Filled-In': String(filledIn.current) }),
      };
    },
    forget() {
      begun.current = undefined;
      filledIn.current = undefined;
    },
  };
}
