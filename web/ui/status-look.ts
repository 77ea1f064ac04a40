/** The label, shape and colour of each status. No status is shown by its colour alone. */

export type Glyph = 'dot' | 'half' | 'tri' | 'chev' | 'ring' | 'bar' | 'square' | 'cross';

interface Look {
  label: string;
  glyph: Glyph;
  /** The name of a colour in site.tokens.css. */
  colour: string;
}

const look = (label: string, glyph: Glyph, colour: string): Look => ({ label, glyph, colour });

const pending = look('Pending', 'ring', 'warning');

const looks: Record<string, Look> = {
  Live: look('Live', 'dot', 'success'),
  Beta: look('Beta', 'half', 'info'),
  Prototype: look('Prototype', 'tri', 'warning'),
  'In Development': look('In Development', 'chev', 'accent-text'),
  Active: look('Active', 'dot', 'success'),
  Planning: look('Planning', 'ring', 'info'),
  'On Hold': look('On Hold', 'bar', 'warning'),
  Completed: look('Completed', 'square', 'neutral'),
  pending,
  under_review: look('Under Review', 'half', 'info'),
  approved: look('Approved', 'dot', 'success'),
  in_development: look('In Development', 'chev', 'accent-text'),
  rejected: look('Rejected', 'cross', 'danger'),
  reviewed: look('Reviewed', 'half', 'info'),
  accepted: look('Accepted', 'dot', 'success'),
  new: look('New', 'chev', 'accent-text'),
  read: look('Read', 'ring', 'info'),
  replied: look('Replied', 'dot', 'success'),
  closed: look('Closed', 'square', 'neutral'),
};

/** Returns the look of a status. An unknown status gets that of `pending`. */
export const lookOf = (status: string) =>
  (Object.hasOwn(looks, status) && looks[status]) || pending;
