import type { PodStatus } from '#contract/vocabulary.ts';

interface TrackProps {
  value: number | undefined;
  label: string;
  status?: PodStatus;
}

const tones: Record<PodStatus, 'plan' | 'hold' | 'done' | undefined> = {
  Active: undefined,
  Planning: 'plan',
  'On Hold': 'hold',
  Completed: 'done',
};

/** Progress as a flight along a ruler. `value` undefined: it is under way, nobody knows how far. */
export function Track({ value, label, status = 'Active' }: TrackProps) {
  const state = value === undefined ? 'indeterminate' : value >= 100 ? 'complete' : 'loading';
  return (
    <div className="track" data-s={tones[status]} data-state={state}>
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
