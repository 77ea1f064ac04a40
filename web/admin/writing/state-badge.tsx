import type { ManuscriptStateName } from '#contract/manuscript-states.ts';
import { inZone } from '../parts/times.ts';

export const stateNames: Record<ManuscriptStateName, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  changed: 'Unpublished changes',
};

const looks: Record<ManuscriptStateName, [glyph: string, colour: string]> = {
  draft: ['ring', 'neutral'],
  scheduled: ['half', 'info'],
  published: ['', 'success'],
  changed: ['half', 'warning'],
};

interface StateBadgeProps {
  state: ManuscriptStateName;
  scheduledFor: string | null;
  timeZone: string | null;
}

export function StateBadge({ state, scheduledFor, timeZone }: StateBadgeProps) {
  const [glyph, colour] = looks[state];
  return (
    <span
      className="badge state-badge"
      data-g={glyph || undefined}
      style={{ '--c': `var(--${colour})` }}
    >
      <span>{stateNames[state]}</span>
      {scheduledFor && (
        <time dateTime={scheduledFor}>{inZone(scheduledFor, timeZone ?? 'UTC')}</time>
      )}
    </span>
  );
}
