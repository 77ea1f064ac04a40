import type {
  Import,
  ImportDetail,
  Imported,
  ImportKind,
  ImportRequest,
} from '#contract/import.ts';
import { Conflict, NotFound } from '../errors.ts';
import { newApplication } from './application.ts';
import { type Actor, recordAll } from './history.ts';
import { newIdea } from './idea.ts';
import { type AcceptedRow, findDuplicates } from './import-duplicates.ts';
import { insertWithoutTexts } from './receive.ts';
import { bumpVersionForLateTexts, writeTextsOf } from './search-texts.ts';
import type { Db } from './store.ts';
import type { ImportRow, Tables } from './tables.ts';

/** Imports submissions from a file (decision 053). Each import is one transaction. import-undo.ts undoes imports. */

const mostListed = 100;

export async function listImports(db: Db): Promise<Import[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(toImport);
}

export async function findImport(db: Db, id: string): Promise<Import | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toImport(row);
}

/** Finds an import, and counts its rows by their current state: see `ImportDetail`. */
export async function findImportDetail(db: Db, id: string): Promise<ImportDetail> {
  const found = await findImport(db, id);
  if (!found) throw new NotFound('import');
  const rowsOfImport = db.selectFrom('imported_rows').where('import_id', '=', id);
  const inList = rowsOfImport.innerJoin(`${found.kind} as listed`, 'listed.id', 'submission_id');
  const inQuarantine = rowsOfImport.innerJoin('quarantine', 'quarantine.id', 'submission_id');
  const count = (from: typeof inList | typeof inQuarantine) =>
    (from as typeof inQuarantine)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
      .then((row) => Number(row.count));
  const touched = (from: typeof inList | typeof inQuarantine) =>
    (from as typeof inQuarantine).where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('history')
            .select('history.id')
            .whereRef('history.submission_id', '=', 'imported_rows.submission_id')
            .where('what', 'not in', ['imported', 'import undone', 'import restored']),
        ),
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.submission_id', '=', 'imported_rows.submission_id'),
        ),
        exists(
          selectFrom('presses')
            .select('presses.id')
            .whereRef('presses.idea_id', '=', 'imported_rows.submission_id'),
        ),
      ]),
    );
  const inTrash = rowsOfImport
    .innerJoin('trash', 'trash.id', 'submission_id')
    .where('trash.deleted_at', '=', found.undoneAt ?? '');
  return {
    ...found,
    there: (await count(inList)) + (await count(inQuarantine)),
    changed: (await count(touched(inList))) + (await count(touched(inQuarantine))),
    inTrash: await count(inTrash as unknown as typeof inQuarantine),
  };
}

const toImport = (row: ImportRow): Import => ({
  id: row.id,
  kind: row.kind as ImportKind,
  fileName: row.file_name,
  by: row.username,
  at: row.created_at,
  count: row.row_count,
  undoneAt: row.undone_at,
  undoneBy: row.undone_by,
});

/**
 * Saves the rows of a file as submissions. Queues no mails and no webhook messages: the senders know of their
 * submissions, and a chat would get thousands of messages. If an import with this id exists, only returns that import.
 */
export async function importRows(
  tx: Db,
  { id, kind, fileName, withDuplicates, count }: ImportRequest,
  accepted: AcceptedRow[],
  by: Actor & { username: string },
): Promise<Import> {
  const existing = await findImport(tx, id);
  if (existing) return requireSameImport(existing, { kind, count });
  const duplicates = withDuplicates ? [] : await findDuplicates(tx, kind, accepted);
  const skipped = new Set(duplicates.map(({ row }) => row));
  const chosen = accepted.filter(({ row }) => !skipped.has(row));
  if (chosen.length !== count) {
    throw new Conflict(
      `Now ${chosen.length.toLocaleString('en')} rows would be imported, not ${count.toLocaleString('en')}. Nothing was imported. Check the file again.`,
    );
  }
  const importRow: ImportRow = {
    id,
    kind,
    file_name: fileName,
    username: by.username,
    created_at: by.now.toISOString(),
    row_count: count,
    undone_at: null,
    undone_by: null,
  };
  await tx.insertInto('imports').values(importRow).execute();
  // Rows without a date get increasing times up to now, so that they keep their order.
  let next = by.now.getTime() - count;
  for (const portion of inPortions(chosen)) {
    const rows = portion.map(({ draft }) => {
      next += 1;
      return newRow(kind, draft, new Date(draft.createdAt ?? next));
    });
    await insertWithoutTexts(tx, kind, rows);
    await tx
      .insertInto('imported_rows')
      .values(
        portion.map(({ hash }, at) => ({
          submission_id: rows[at]?.id ?? '',
          import_id: id,
          row_hash: hash,
        })),
      )
      .execute();
    await recordAll(tx, kind, idsIn(rows), by, { what: 'imported', after: fileName });
  }
  return toImport(importRow);
}

/**
 * Writes the searchable texts of an import's rows, after its transaction. On PostgreSQL the texts of 5,000 rows take
 * half a minute, and inside the transaction they would block all other submissions. If the server stops meanwhile,
 * `writeMissingTexts` writes the missing texts at the next start.
 */
export async function writeTextsOfImport(db: Db, { id, kind }: Import): Promise<void> {
  for await (const ids of submissionIdsOf(db, id)) {
    try {
      await writeTextsOf(db, kind, ids);
    } catch {
      // The insert fails if a row was deleted after it was read. The second attempt no longer reads that row.
      await writeTextsOf(db, kind, ids);
    }
  }
  await bumpVersionForLateTexts(db, kind);
}

export function requireSameImport(
  first: Import,
  { kind, count }: Pick<Import, 'kind' | 'count'>,
): Import {
  if (first.kind === kind && first.count === count) return first;
  throw new Conflict('This id belongs to another import.');
}

function newRow<K extends ImportKind>(kind: K, draft: Imported, at: Date): Tables[K] {
  const { status, notes } = draft;
  if (kind === 'applications') {
    const { row } = newApplication(draft as Imported<'applications'>, at);
    return { ...row, status, notes } as unknown as Tables[K];
  }
  const idea = draft as Imported<'ideas'>;
  const { row } = newIdea(idea, at);
  return { ...row, status, notes, answer: idea.answer } as unknown as Tables[K];
}

/** Approximate limits of one INSERT, so that building and sending it takes only a few milliseconds. */
const portionRows = 50;
const portionLength = 100_000;

function* inPortions(rows: AcceptedRow[]): Generator<AcceptedRow[]> {
  let portion: AcceptedRow[] = [];
  let length = 0;
  for (const row of rows) {
    portion.push(row);
    length += Object.values(row.draft).reduce((sum, value) => sum + (value?.length ?? 0), 0);
    if (portion.length === portionRows || length >= portionLength) {
      yield portion;
      portion = [];
      length = 0;
    }
  }
  if (portion.length > 0) yield portion;
}

export const idsIn = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Yields the submission ids of the rows of an import, `portionRows` at a time. */
export async function* submissionIdsOf(tx: Db, importId: string): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await tx
      .selectFrom('imported_rows')
      .select('submission_id')
      .where('import_id', '=', importId)
      .where('submission_id', '>', last)
      .orderBy('submission_id')
      .limit(portionRows)
      .execute();
    if (rows.length > 0) yield rows.map((row) => row.submission_id);
    if (rows.length < portionRows) return;
    last = rows.at(-1)?.submission_id ?? '';
  }
}
