import { useEffect, useRef } from 'react';
import { waitingStatuses } from '#contract/inbox.ts';
import type { Waiting } from '#contract/waiting.ts';
import {
  type QueryCache,
  type Source,
  useOptionalQuery,
  useQueryCache,
} from '../../api/query-cache.ts';

const source: Source<Waiting> = { path: '/api/admin/waiting' };

/** Returns how many submissions wait for a decision of staff, and the oldest of them. Undefined until loaded. */
export const useWaiting = (): Waiting | undefined => useOptionalQuery(source);

export const refreshWaiting = (cache: QueryCache) => cache.refresh(source.path).catch(() => {});

/** Milliseconds between two refreshes. */
const pause = 60_000;

/** Refreshes the waiting submissions after each navigation, and every minute while the tab is visible. */
export function useFreshWaiting(path: string): void {
  const cache = useQueryCache();
  const lastPath = useRef(path);
  useEffect(() => {
    // `useWaiting` fetches the first data.
    if (lastPath.current !== path) refreshWaiting(cache);
    lastPath.current = path;
    const timer = setInterval(() => !document.hidden && refreshWaiting(cache), pause);
    return () => clearInterval(timer);
  }, [cache, path]);
}

interface WaitsProps {
  section: Waiting['kinds'][number]['kind'];
  status: string;
  createdAt: string;
}

/** Shows how long a submission has waited for a decision of staff. Renders nothing after the decision. */
export function Waits({ section, status, createdAt }: WaitsProps) {
  const allowed = useWaiting()?.kinds.find(({ kind }) => kind === section)?.allowedHours;
  if (!(waitingStatuses[section] as readonly string[]).includes(status)) return null;
  const hours = Math.max(0, (Date.now() - Date.parse(createdAt)) / 3_600_000);
  const isOverdue = allowed !== undefined && hours > allowed;
  return (
    <span className="waits" data-overdue={isOverdue || undefined}>
      {isOverdue ? 'Overdue, waits' : 'Waits'} {durationText(hours)}
    </span>
  );
}

function durationText(hours: number): string {
  const [number, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day'];
  if (number === 0) return 'less than an hour';
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}
