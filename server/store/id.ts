import { randomUUID } from 'node:crypto';

let lastTime = 0;
let lastCount = 0;

/**
 * Returns a UUIDv7 (RFC 9562), so sorting by id is sorting by age. Its field `rand_a` is a counter with a random start
 * below 256: ids that one process makes one after another for the same millisecond keep their order.
 */
export function newId(at: Date): string {
  const time = at.getTime();
  const random = randomUUID();
  lastCount = time === lastTime ? lastCount + 1 : Number.parseInt(random.slice(0, 2), 16);
  lastTime = time;
  const hex = time.toString(16).padStart(12, '0');
  const count = (0x7000 | (lastCount & 0x0fff)).toString(16);
  // Takes the last two groups, the variant and random bits, from a UUIDv4: they have the same form in a UUIDv7.
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${count}-${random.slice(19)}`;
}

/** Returns a string that sorts before all ids of this millisecond, and after all ids of earlier ones. */
export const firstIdAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
