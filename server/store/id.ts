import { randomBytes } from 'node:crypto';

let lastTime = 0;
let lastCount = 0;

/**
 * A UUIDv7 that also keeps the order of ids made within one millisecond, by counting in the twelve
 * bits after the time. Sorting by id is sorting by age.
 */
export function newId(at: Date): string {
  const time = at.getTime();
  lastCount = time === lastTime ? lastCount + 1 : randomBytes(1).readUInt8();
  lastTime = time;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(time, 0, 6);
  bytes.writeUInt16BE(0x7000 | (lastCount & 0x0fff), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
