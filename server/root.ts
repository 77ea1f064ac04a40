import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of the project. This file runs from server/ or, bundled, from dist/server/. */
export const root = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return findRoot(path.dirname(folder));
}
