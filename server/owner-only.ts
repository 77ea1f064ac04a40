import { chmodSync, statSync } from 'node:fs';

/** Runs `work`, and lets the files and folders that it creates be opened by their owner alone. */
export function createOwnerOnly<Value>(work: () => Value): Value {
  const before = process.umask(0o077);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

/** Takes the rights of all others away from a file that was there before. A file of another owner is left alone. */
export function makeOwnerOnly(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  const isOurs = found?.uid === process.getuid?.();
  if (found && isOurs && (found.mode & 0o077) !== 0) chmodSync(file, 0o600);
}
