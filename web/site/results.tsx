import type { ReactNode, RefObject } from 'react';
import { Alert } from '../ui/states.tsx';

interface ResultsProps {
  ref: RefObject<HTMLElement | null>;
  label?: string;
  /** The number of results as text, for screen readers. */
  count: string;
  isWaiting: boolean;
  /** Set if the search has failed. */
  retry: (() => void) | undefined;
  failure: string;
  children: ReactNode;
}

export function Results({ ref, label, count, isWaiting, retry, failure, children }: ResultsProps) {
  return (
    <>
      <p className="sr" role="status">
        {retry ? '' : count}
      </p>
      <section ref={ref} tabIndex={-1} aria-label={label} aria-busy={isWaiting}>
        {retry ? (
          <Alert
            title={failure}
            onRetry={() => {
              ref.current?.focus();
              retry();
            }}
          />
        ) : (
          children
        )}
      </section>
    </>
  );
}
