import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Creates a folder and its parents. Node's recursive `mkdir` hangs for an impossible path, such as in /proc. */
export function makeFolder(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
