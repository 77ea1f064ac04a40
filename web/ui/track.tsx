import type { PodStatus } from '#contract/vocabulary.ts';

interface TrackProps {
  value: number | undefined;
  label: string;
  status?: PodStatus;
}

const colours: Record<PodStatus, string> = {
  Active: 'accent',
  Planning: 'info',
  'On Hold': 'warning',
  Completed: 'neutral',
};

/** Shows a progress bar. Without a `value` it is indeterminate. */
export function Track({ value, label, status = 'Active' }: TrackProps) {
  const state = value === undefined ? 'indeterminate' : value >= 100 ? 'complete' : 'loading';
  return (
    <div className="track" style={{ '--c': `var(--${colours[status]})` }} data-state={state}>
      <div className="track-top">
        <span className="label">Progress</span>
        {value !== undefined && <span className="label">{Math.round(value)}%</span>}
      </div>
      <div
        className="track-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value === undefined ? undefined : Math.round(value)}
      >
        <i style={{ '--v': value ?? 28 }} />
      </div>
    </div>
  );
}
