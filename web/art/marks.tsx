import { birdPath } from './geometry.ts';

/** The logo: three lines that climb from the ground, one of them in the accent colour. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M4 27C13 27 15.5 16 28 15.5" />
      <path d="M4 27C14 27 17 22 28 22" />
      <path className="mark-hot" d="M4 27C12 27 12 7 28 5" />
    </svg>
  );
}

export function Bird() {
  return (
    <svg viewBox="-10 -8 22 16" aria-hidden="true">
      <path d={birdPath} fill="currentColor" />
    </svg>
  );
}

/** The triangle that marks the steps from an idea to a prototype. */
export function Triangle() {
  return (
    <svg className="tri" viewBox="0 0 14 13" aria-hidden="true">
      <path d="M7 1.2l6 10.6H1z" />
    </svg>
  );
}
