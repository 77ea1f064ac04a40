import type { ImportCheck, Imported, ImportKind } from '#contract/import.ts';
import { foldText } from '#contract/search-text.ts';
import type { Db } from './store.ts';

/** A row of the imported file that the schema of the form has accepted. */
export interface AcceptedRow {
  /** The number of the row in a spreadsheet: the names of the columns are row 1. */
  row: number;
  line: number;
  draft: Imported;
  /** SHA-256 of the fields that the sender has filled in: see `hashOf` in import-file.ts. */
  hash: string;
}

type Duplicate = ImportCheck['duplicates'][number];

/** The number of rows that one query looks for. */
const portion = 100;

/**
 * Finds the rows of a file that are duplicates of an earlier row, of a submission in its list, or of a row of an import
 * that was not undone. Ideas are duplicates if they have the same title and the same name or e-mail address of the
 * sender, applications if they have the same e-mail address and role. Imported rows are compared by hash. Rows of the
 * file are compared without case. Titles, names and addresses of submissions have to be equal, except that the e-mail
 * address of an application may also be in lower case there.
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

/** Returns the times at which rows with these hashes were imported, by hash. Leaves out imports that were undone. */
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

/** Returns the keys of a row. Two rows are duplicates if they share a key. */
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
