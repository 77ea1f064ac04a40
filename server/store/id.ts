import { randomUUID } from 'node:crypto';

let lastTime = 0;
let lastCount = 0;

/**
 * Returns a UUIDv7, so sorting by id is sorting by age. A counter in the twelve bits after the time keeps the order of
 * ids that one process makes for the same millisecond. It starts at a random number below 256.
 */
export function newId(at: Date): string {
  const time = at.getTime();
  const random = randomUUID();
  lastCount = time === lastTime ? lastCount + 1 : Number.parseInt(random.slice(0, 2), 16);
  lastTime = time;
  const hex = time.toString(16).padStart(12, '0');
  const count = (0x7000 | (lastCount & 0x0fff)).toString(16);
  // `randomUUID` returns a UUIDv4. Its last two groups, the variant and random bits, have the same form in a UUIDv7.
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${count}-${random.slice(19)}`;
}

/** Returns a string that sorts before every id of this time, in milliseconds, and after all ids of earlier times. */
export const firstIdAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
