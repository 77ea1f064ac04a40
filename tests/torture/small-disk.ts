import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { endServers } from '../process/server.ts';

/** Mounts a file system of this size. Returns undefined if mounting is not allowed. */
export function smallDisk(size: string): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'fledge-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  after(async () => {
    await endServers();
    // PostgreSQL may still have files open on it.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Fills all free space. */
export function fill(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [64 * 1024, 1024, 1]) {
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(size));
      } catch {}
    }
  } finally {
    closeSync(descriptor);
  }
}
