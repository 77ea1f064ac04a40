import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { endServers } from '../process/server.ts';

/** Mounts a tmpfs of this size and returns its folder, or undefined if mounting is not allowed. */
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
    // `--lazy`, because PostgreSQL may still have files open on this disk.
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Appends to the file until its disk has no free space. */
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
