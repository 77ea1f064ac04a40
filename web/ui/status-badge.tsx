import { lookOf } from './status-look.ts';

export const statusLabel = (status: string) => lookOf(status).label;

export const statusColour = (status: string) => lookOf(status).colour;

export function StatusBadge({ status }: { status: string }) {
  const { label, glyph, colour } = lookOf(status);
  return (
    <span
      className={status === 'Active' ? 'badge pulse' : 'badge'}
      data-g={glyph}
      style={{ '--c': `var(--${colour})` }}
    >
      {label}
    </span>
  );
}
