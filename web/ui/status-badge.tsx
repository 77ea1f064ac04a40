/** A status is a colour, a shape and a word: never a colour alone. */

type Glyph = 'dot' | 'half' | 'tri' | 'chev' | 'ring' | 'bar' | 'square' | 'cross';

interface Look {
  label: string;
  glyph: Glyph;
  colour: string;
}

const look = (label: string, glyph: Glyph, colour: string): Look => ({ label, glyph, colour });

const pending = look('Pending', 'ring', 'pending');

const looks: Record<string, Look> = {
  Live: look('Live', 'dot', 'live'),
  Beta: look('Beta', 'half', 'beta'),
  Prototype: look('Prototype', 'tri', 'prototype'),
  'In Development': look('In Development', 'chev', 'in-development'),
  Active: look('Active', 'dot', 'active'),
  Planning: look('Planning', 'ring', 'planning'),
  'On Hold': look('On Hold', 'bar', 'on-hold'),
  Completed: look('Completed', 'square', 'completed'),
  pending,
  under_review: look('Under Review', 'half', 'under-review'),
  approved: look('Approved', 'dot', 'approved'),
  in_development: look('In Development', 'chev', 'in-development'),
  rejected: look('Rejected', 'cross', 'rejected'),
  reviewed: look('Reviewed', 'half', 'reviewed'),
  accepted: look('Accepted', 'dot', 'accepted'),
  new: look('New', 'chev', 'new'),
  read: look('Read', 'ring', 'read'),
  replied: look('Replied', 'dot', 'replied'),
  closed: look('Closed', 'square', 'closed'),
};

export const statusLabel = (status: string) => lookOf(status).label;

/** A status that is not known is shown as pending. */
const lookOf = (status: string) => (Object.hasOwn(looks, status) && looks[status]) || pending;

export function StatusBadge({ status }: { status: string }) {
  const { label, glyph, colour } = lookOf(status);
  return (
    <span
      className={status === 'Active' ? 'badge pulse' : 'badge'}
      data-g={glyph}
      style={{ '--c': `var(--st-${colour})` }}
    >
      {label}
    </span>
  );
}
