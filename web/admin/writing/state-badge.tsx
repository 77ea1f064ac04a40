import type { ManuscriptStateName } from '#contract/manuscript-states.ts';

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

/** Formats a time as "1 Dec 2026, 09:00 Europe/Berlin". */
export const inZone = (time: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(time))} ${timeZone}`;
