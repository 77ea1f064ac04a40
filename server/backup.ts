import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { makeFolder } from './make-folder.ts';
import { backupLines, readHead, restoreLines } from './store/backup.ts';
import { eraseAgain, listErasures } from './store/erase.ts';
import { type DatabaseLocation, openStore, readStore } from './store/open.ts';
import { StoreError } from './store/store.ts';

/** Maximum number of characters of a line. No valid row is that long. */
const longestLine = 16 * 1024 * 1024;
const tooLong = 'The backup has a line that is too long. Nothing was restored.';

/**
 * Writes a backup into one file; the site may be running. store/backup.ts and store/backup-row.ts say what it leaves
 * out. The file gets its name only when it is complete and flushed to disk. Only its owner may read the file, because
 * it contains people's messages and the password hashes of the users.
 */
export async function backUp(location: DatabaseLocation, file: string, now: Date): Promise<void> {
  if (existsSync(file)) throw new StoreError(`${file} already exists.`);
  makeFolder(path.dirname(path.resolve(file)), 0o700);
  // The unique name and the flag `wx` make sure that no existing file or symbolic link is overwritten or followed.
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  try {
    await readStore(location, async (snapshot) => {
      await pipeline(
        Readable.from(backupLines(snapshot, now)),
        createGzip(),
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      );
      await addErasedIds(path.dirname(file), await listErasures(snapshot));
    });
    if (existsSync(file)) throw new StoreError(`${file} already exists.`);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * Restores a backup into an empty database, migrates it, and repeats the erasures of submissions since the backup.
 * Returns the number of restored rows.
 */
export async function restore(location: DatabaseLocation, file: string): Promise<number> {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`);
  const lines = linesOf(file);
  const head = await lines.next();
  const store = await openStore(location, readHead(head.done ? '' : head.value));
  let rows: number;
  try {
    rows = await store.db.transaction().execute((tx) => restoreLines(tx, lines));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = (error as Error).message.replaceAll(/\s+/g, ' ');
    throw new StoreError(`The backup cannot be restored: ${reason}. Nothing was restored.`);
  } finally {
    await store.close();
  }
  const migrated = await openStore(location);
  try {
    const erased = await readErasedIds(path.dirname(file));
    await migrated.write((tx) => eraseAgain(tx, erased, new Date()));
  } finally {
    await migrated.close();
  }
  return rows;
}

/**
 * Returns the path of the file with the ids of erased submissions. It is in the folder of the backups. An older backup
 * still contains submissions that were erased later, so `restore` erases these ids again.
 */
const erasedIdsFile = (folder: string) => path.join(folder, 'erased-ids');

async function readErasedIds(folder: string): Promise<string[]> {
  const text = existsSync(erasedIdsFile(folder))
    ? await readFile(erasedIdsFile(folder), 'utf8')
    : '';
  return text.split('\n').filter((id) => /^[0-9a-f-]{36}$/.test(id));
}

async function addErasedIds(folder: string, ids: string[]): Promise<void> {
  const known = await readErasedIds(folder);
  const all = [...new Set([...known, ...ids])];
  if (all.length === known.length) return;
  const unfinished = `${erasedIdsFile(folder)}.${randomUUID()}.unfinished`;
  await writeFile(unfinished, `${all.join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await rename(unfinished, erasedIdsFile(folder));
}

/** Yields the lines of a gzip file. Throws a `StoreError` on a line of more than `longestLine` characters. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createGunzip();
  const source = createReadStream(file).on('error', (error) => text.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of source.pipe(text)) {
      const [first = '', ...others] = decoder.write(chunk).split('\n');
      rest += first;
      for (const next of others) {
        yield rest;
        rest = next;
      }
      if (rest.length > longestLine) throw new StoreError(tooLong);
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`Cannot read ${file}: ${(error as Error).message}. Nothing was restored.`);
  } finally {
    source.destroy();
  }
  if (rest) yield rest;
}
