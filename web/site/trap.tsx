import { useEffect, useRef } from 'react';

const name = 'website';

/** A hidden field that no person can reach. A script that fills in every field gives itself away. */
export function Trap() {
  return (
    <div className="sr" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} tabIndex={-1} autoComplete="off" data-trap />
    </div>
  );
}

/**
 * Tells the server how the form was filled in: see contract/quarantine.ts. Says nothing about a restored draft, which was
 * typed at another time.
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
      // Filled in within one task: that takes no time, however slow the machine is.
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
