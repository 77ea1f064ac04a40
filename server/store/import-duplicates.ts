import type { ImportCheck, Imported, ImportKind } from '#contract/import.ts';
import { foldText } from '#contract/search-text.ts';
import type { Db } from './store.ts';

/** A row of the imported file that `importedSchemas` (contract/import.ts) has accepted. */
export interface AcceptedRow {
  /** The number of the row as spreadsheets count: the header is row 1. */
  row: number;
  line: number;
  draft: Imported;
  /** SHA-256 of the kind and the row, without `status`, `notes` and `answer`: see `hashOf` in import-file.ts. */
  hash: string;
}

type Duplicate = ImportCheck['duplicates'][number];

/** The number of rows whose duplicates a query looks for. */
const batchSize = 100;

/**
 * Finds the rows of a file that repeat an earlier row of the file, a submission outside of quarantine and trash, or a
 * row of an earlier import that was not undone. Rows of earlier imports are compared by hash. Within the file and with
 * submissions, ideas are duplicates if they have the same title and the same sender's name or e-mail address, and
 * applications if they have the same e-mail address and role. Case is ignored within the file. Submissions are found
 * only by exact title, name or address, because the queries use indexes. For applications, the queries also try the
 * address in lower case.
 */
export async function findDuplicates(
  db: Db,
  kind: ImportKind,
  rows: AcceptedRow[],
): Promise<Duplicate[]> {
  const duplicates: Duplicate[] = [];
  const rowByKey = new Map<string, number>();
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const imported = await importedBefore(db, kind, batch);
    const submitted = await submittedBefore[kind](db, batch);
    for (const { row, line, draft, hash } of batch) {
      const keys = keysOf[kind](draft as never);
      const earlier = keys.map((key) => rowByKey.get(key)).find((found) => found !== undefined);
      const submission = keys.map((key) => submitted.get(key)).find((found) => found !== undefined);
      const importedAt = imported.get(hash);
      if (earlier !== undefined) duplicates.push({ row, line, of: { row: earlier } });
      else if (submission) duplicates.push({ row, line, of: submission });
      else if (importedAt !== undefined) duplicates.push({ row, line, of: { importedAt } });
      for (const key of keys) if (!rowByKey.has(key)) rowByKey.set(key, row);
    }
  }
  return duplicates;
}

/** Maps the hash of each row that was imported before to the time of its import. Leaves out undone imports. */
async function importedBefore(
  db: Db,
  kind: ImportKind,
  rows: AcceptedRow[],
): Promise<Map<string, string>> {
  const hashes = rows.map(({ hash }) => hash);
  const imported = await db
    .selectFrom('imported_rows')
    .innerJoin('imports', 'imports.id', 'import_id')
    .select(['row_hash', 'created_at'])
    .where('row_hash', 'in', hashes)
    .where('kind', '=', kind)
    .where('undone_at', 'is', null)
    .execute();
  return new Map(imported.map(({ row_hash, created_at }) => [row_hash ?? '', created_at]));
}

type Submissions = Map<string, { id: string; name: string }>;

const key = (...parts: string[]) => parts.map(foldText).join('\n');

/** Functions that return the comparison keys of a row: two rows are duplicates if they have a key in common. */
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
    const ideas = await db
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
      ideas.map(({ id, title, submitter_name, email }) => ({
        id,
        name: title,
        keys: keysOf.ideas({ title, submitterName: submitter_name, email } as Imported<'ideas'>),
      })),
    );
  },
  async applications(db: Db, rows: AcceptedRow[]): Promise<Submissions> {
    const emails = rows.map(({ draft }) => (draft as Imported<'applications'>).email);
    const applications = await db
      .selectFrom('applications')
      .select(['id', 'full_name', 'email', 'role'])
      .where('email', 'in', [...emails, ...emails.map((email) => email.toLowerCase())])
      .limit(1000)
      .execute();
    return byKey(
      applications.map(({ id, full_name, email, role }) => ({
        id,
        name: full_name,
        keys: keysOf.applications({ email, role } as Imported<'applications'>),
      })),
    );
  },
};

const byKey = (submissions: { id: string; name: string; keys: string[] }[]): Submissions =>
  new Map(submissions.flatMap(({ id, name, keys }) => keys.map((key) => [key, { id, name }])));
