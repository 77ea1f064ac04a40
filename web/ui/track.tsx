/** Progress as a flight along a ruler. `value` undefined: it is under way, nobody knows how far. */
interface TrackProps {
  value: number | undefined;
  label: string;
  tone?: 'plan' | 'hold' | 'done';
}

export function Track({ value, label, tone }: TrackProps) {
  const state = value === undefined ? 'indeterminate' : value >= 100 ? 'complete' : 'loading';
  return (
    <div className="track" data-s={tone} data-state={state}>
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
