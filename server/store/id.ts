import { randomUUID } from 'node:crypto';

let lastTime = 0;
let lastCount = 0;

/**
 * A UUIDv7. A counter in the twelve bits after the time keeps the order of ids made within one millisecond, so sorting by
 * id is sorting by age.
 */
export function newId(at: Date): string {
  const time = at.getTime();
  const random = randomUUID();
  lastCount = time === lastTime ? lastCount + 1 : Number.parseInt(random.slice(0, 2), 16);
  lastTime = time;
  const hex = time.toString(16).padStart(12, '0');
  const count = (0x7000 | (lastCount & 0x0fff)).toString(16);
  // The last two groups, variant and random bits, have the same form in all versions of UUID.
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${count}-${random.slice(19)}`;
}

/** Sorts before every id that is made at this time, and after those that were made before it. */
export const firstIdAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
