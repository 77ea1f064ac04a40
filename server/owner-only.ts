import { chmodSync, statSync } from 'node:fs';

/** Runs `work` with a umask, so that only the owner can open the files that it creates. `work` must be synchronous. */
export function withOwnerOnlyUmask<Value>(work: () => Value): Value {
  const before = process.umask(0o077);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

/** Changes the mode of an existing file to 0600 if others can open it. Leaves a file of another owner unchanged. */
export function makeOwnerOnly(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  const isOurs = stats?.uid === process.getuid?.();
  if (stats && isOurs && (stats.mode & 0o077) !== 0) chmodSync(file, 0o600);
}
