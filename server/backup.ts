import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { backupLines, readHead, restoreLines } from './store/backup.ts';
import { openStore, type Place, readStore } from './store/open.ts';
import { StoreError } from './store/store.ts';

/** Writes everything into one file, while the site runs. The file appears once it is whole, and on the disk. */
export async function backUp(place: Place, file: string, now: Date): Promise<void> {
  if (existsSync(file)) throw new StoreError(`${file} is there already.`);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const unfinished = `${file}.unfinished`;
  try {
    await readStore(place, (snapshot) =>
      pipeline(
        Readable.from(backupLines(snapshot, now)),
        createGzip(),
        // People's messages and the users' password hashes are in it.
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      ),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Fills an empty place with what a backup holds, and brings it up to date. Answers how many rows. */
export async function restore(place: Place, file: string): Promise<number> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const lines = linesOf(file);
  const head = await lines.next();
  const store = await openStore(place, readHead(head.done ? '' : head.value));
  let rows: number;
  try {
    rows = await store.db.transaction().execute((tx) => restoreLines(tx, lines));
  } finally {
    await store.close();
  }
  await (await openStore(place)).close();
  return rows;
}

/** Ends early where the file does: the last line then is missing, and that is noticed. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  const source = createReadStream(file).on('error', (error) => text.destroy(error));
  try {
    yield* createInterface({ input: source.pipe(text), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new StoreError(`Cannot read ${file}: ${(error as Error).message}`);
  }
}
