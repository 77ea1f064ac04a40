import { useEffect, useRef } from 'react';

const name = 'website';

/** A honeypot: a hidden field that people cannot reach. Scripts that fill in every field fill it in too. */
export function Trap() {
  return (
    <div className="sr" aria-hidden="true">
      <label htmlFor={name}>Leave this empty</label>
      <input id={name} name={name} tabIndex={-1} autoComplete="off" data-trap />
    </div>
  );
}

/**
 * Makes headers that tell the server how the form was filled in (contract/quarantine.ts). The duration, from the first
 * input to the submit, is missing if nobody has typed since the page was loaded, for example with a restored draft.
 */
export function useFillInSignals() {
  const startedAt = useRef<number>(undefined);
  const isLaterTask = useRef(false);
  const durationMs = useRef<number>(undefined);
  useEffect(() => {
    const begin = () => {
      if (startedAt.current !== undefined) return;
      startedAt.current = performance.now();
      isLaterTask.current = false;
      setTimeout(() => {
        isLaterTask.current = true;
      });
    };
    const end = () => {
      if (startedAt.current === undefined) return;
      // Input and submit in the same task come from a script, so the duration is 0 even on a slow machine.
      durationMs.current = isLaterTask.current
        ? Math.round(performance.now() - startedAt.current)
        : 0;
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
        ...(durationMs.current !== undefined && { 'X-Form-Filled-In': String(durationMs.current) }),
      };
    },
    reset() {
      startedAt.current = undefined;
      durationMs.current = undefined;
    },
  };
}
