import type { ReactNode } from 'react';
import type { PodLog } from '#contract/log.ts';
import { Day } from '../day.tsx';
import { spentHours } from '../ui/spent-hours.ts';

interface FlightLogProps {
  log: PodLog;
  /** Links to the other entries of a long log. */
  children?: ReactNode;
}

/** Shows the entries of a pod's flight log, newest first, along a vertical line. */
export function FlightLog({ log, children }: FlightLogProps) {
  return (
    <section id="log" aria-labelledby="log-heading">
      <h2 className="h-sub" id="log-heading">
        Flight log
      </h2>
      <ol className="flight-log" data-goes-on={log.hasMore || undefined}>
        {log.items.map((entry) => (
          <li key={entry.id} id={`log-${entry.id}`}>
            <p className="log-meta">
              <Day date={entry.date} />
              <span>{spentHours(entry)}</span>
            </p>
            <p className="pre-line" dir="auto">
              {entry.text}
            </p>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}
