import type { ImportCheck, Imported, ImportKind } from '#contract/import.ts';
import { foldText } from '#contract/search-text.ts';
import type { Db } from './store.ts';

/** A row of the table that the form's schema has accepted. */
export interface AcceptedRow {
  /** The number of the row in a spreadsheet. */
  row: number;
  line: number;
  draft: Imported;
  /** SHA-256 of what the row says. */
  hash: string;
}

type Duplicate = ImportCheck['duplicates'][number];

/** How many rows one query looks for. */
const portion = 100;

/**
 * The rows of a table that are there already: an import that was not undone had the same row, or a submission has the same
 * title and sender, or the same address and role, or an earlier row of the table has. Case does not matter within the table.
 */
export async function findDuplicates(
  db: Db,
  kind: ImportKind,
  rows: AcceptedRow[],
): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = [];
  const rowByKey = new Map<string, number>();
  for (let from = 0; from < rows.length; from += portion) {
    const some = rows.slice(from, from + portion);
    const imported = await importedBefore(db, kind, some);
    const there = await submittedBefore[kind](db, some);
    for (const { row, line, draft, hash } of some) {
      const keys = keysOf[kind](draft as never);
      const earlier = keys.map((key) => rowByKey.get(key)).find((found) => found !== undefined);
      const submission = keys.map((key) => there.get(key)).find((found) => found !== undefined);
      const importedAt = imported.get(hash);
      if (earlier !== undefined) duplicates.push({ row, line, of: { row: earlier } });
      else if (submission) duplicates.push({ row, line, of: submission });
      else if (importedAt !== undefined) duplicates.push({ row, line, of: { importedAt } });
      for (const key of keys) if (!rowByKey.has(key)) rowByKey.set(key, row);
    }
  }
  return duplicates;
}

/** When the same rows were imported, by their hash. */
async function importedBefore(
  db: Db,
  kind: ImportKind,
  rows: AcceptedRow[],
): Promise<Map<string, string>> {
  const hashes = rows.map(({ hash }) => hash);
  const found = await db
    .selectFrom('imported_rows')
    .innerJoin('imports', 'imports.id', 'import_id')
    .select(['row_hash', 'created_at'])
    .where('row_hash', 'in', hashes)
    .where('kind', '=', kind)
    .where('undone_at', 'is', null)
    .execute();
  return new Map(found.map(({ row_hash, created_at }) => [row_hash ?? '', created_at]));
}

type Submissions = Map<string, { id: string; name: string }>;

const key = (...parts: string[]) => parts.map(foldText).join('\n');

/** The keys of a row. Two rows are duplicates if they share one. */
const keysOf = {
  ideas: ({ title, submitterName, email }: Imported<'ideas'>) => [
    key('name', title, submitterName),
    ...(email ? [key('email', title, email)] : []),
  ],
  applications: ({ email, role }: Imported<'applications'>) => [key(email, role)],
};

const submittedBefore = {
  async ideas(db: Db, rows: AcceptedRow[]): Promise<Submissions> {
    const drafts = rows.map(({ draft }) => draft as Imported<'ideas'>);
    const emails = drafts.flatMap(({ email }) => email ?? []);
    const found = await db
      .selectFrom('ideas')
      .select(['id', 'title', 'submitter_name', 'email'])
      .where(
        'title',
        'in',
        drafts.map(({ title }) => title),
      )
      .where((row) =>
        row.or([
          row(
            'submitter_name',
            'in',
            drafts.map(({ submitterName }) => submitterName),
          ),
          ...(emails.length > 0 ? [row('email', 'in', emails)] : []),
        ]),
      )
      .limit(1000)
      .execute();
    return byKey(
      found.map(({ id, title, submitter_name, email }) => ({
        id,
        name: title,
        keys: keysOf.ideas({ title, submitterName: submitter_name, email } as Imported<'ideas'>),
      })),
    );
  },
  async applications(db: Db, rows: AcceptedRow[]): Promise<Submissions> {
    const emails = rows.map(({ draft }) => (draft as Imported<'applications'>).email);
    const found = await db
      .selectFrom('applications')
      .select(['id', 'full_name', 'email', 'role'])
      .where('email', 'in', [...emails, ...emails.map((email) => email.toLowerCase())])
      .limit(1000)
      .execute();
    return byKey(
      found.map(({ id, full_name, email, role }) => ({
        id,
        name: full_name,
        keys: keysOf.applications({ email, role } as Imported<'applications'>),
      })),
    );
  },
};

const byKey = (found: { id: string; name: string; keys: string[] }[]): Submissions =>
  new Map(found.flatMap(({ id, name, keys }) => keys.map((key) => [key, { id, name }])));
