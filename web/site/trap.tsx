import { useEffect, useRef } from 'react';

const name = 'website';

/** A field that nobody sees or reaches. Scripts that fill in whatever they find give themselves away by it. */
export function Trap() {
  return (
    <div className="sr" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} tabIndex={-1} autoComplete="off" data-trap />
    </div>
  );
}

/**
 * What the server should know about how the form was filled in: see contract/quarantine.ts. A draft that was
 * kept has been typed at some other time, so where nothing is typed nothing is said about it.
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
      // All of it in one go takes no time, however slow the machine is.
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
