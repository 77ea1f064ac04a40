import { searchableText } from '#contract/search-text.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Db } from './store.ts';
import type { BlogRow, Received, Tables } from './tables.ts';

/** The searchable texts of ideas, applications and contacts. Each is a row of a table beside theirs. */

/** The table of the texts of each kind. Queries on it are not typed, because the tables differ by kind. */
export const textTables: Record<Received, string> = {
  ideas: 'idea_texts',
  applications: 'application_texts',
  contacts: 'contact_texts',
};

interface TextIndex {
  kind: Received;
  /** The table of the texts. */
  texts: string;
  /** The fields whose text is found. */
  fieldsOf(row: Tables[Received]): string[];
}

const index = <K extends Received>(
  kind: K,
  texts: string,
  fieldsOf: (row: Tables[K]) => string[],
): TextIndex => ({ kind, texts, fieldsOf: fieldsOf as TextIndex['fieldsOf'] });

/** Every table of texts. That of titles finds ideas that are like a new one: see titles.ts. */
export const textIndexes: readonly TextIndex[] = [
  index('ideas', textTables.ideas, (row) => [
    row.title,
    row.problem_statement,
    row.proposed_solution,
  ]),
  index('ideas', 'idea_titles', (row) => [row.title]),
  index('applications', textTables.applications, (row) => [row.full_name, row.email, row.role]),
  index('contacts', textTables.contacts, (row) => [row.name, row.email, row.subject]),
];

const indexesOf = (kind: Received) => textIndexes.filter((index) => index.kind === kind);

export async function saveTexts<K extends Received>(
  db: AnyDb,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  for (const index of indexesOf(kind)) await saveTextsIn(db, index, rows);
}

async function saveTextsIn(
  db: AnyDb,
  { texts, fieldsOf }: TextIndex,
  rows: Tables[Received][],
): Promise<void> {
  await db
    .insertInto(texts)
    .values(rows.map((row) => ({ id: row.id, text: searchableText(fieldsOf(row)) })))
    // Another instance may write the texts of older rows at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the texts of a changed row again. The index follows inserts and deletions. */
export async function replaceText<K extends Received>(
  db: AnyDb,
  kind: K,
  row: Tables[K],
): Promise<void> {
  for (const { texts } of indexesOf(kind)) {
    await db.deleteFrom(texts).where('id', '=', row.id).execute();
  }
  await saveTexts(db, kind, [row]);
}

/** The searchable text of a post. It is a column of its row: posts are few, and a search reads along the list. */
export const blogText = ({ title, excerpt }: Pick<BlogRow, 'title' | 'excerpt'>): string =>
  searchableText([title, excerpt]);

/** How many texts are written in one transaction: other writers wait for its end. */
const step = 100;

/**
 * Writes the texts that are missing, newest first: after a restore, or after the upgrade that brought them. Until then a
 * search does not find these rows.
 */
export async function writeMissingTexts(db: Db): Promise<void> {
  for (const index of textIndexes) {
    let last: string | undefined;
    for (;;) {
      const rows = await rowsWithoutText(db, index, last);
      if (rows.length === 0) break;
      await saveTextsIn(db, index, rows);
      last = rows.at(-1)?.id;
    }
  }
  await writeMissingBlogTexts(db);
}

async function writeMissingBlogTexts(db: Db): Promise<void> {
  for (;;) {
    const posts = await db
      .selectFrom('blogs')
      .select(['id', 'title', 'excerpt', 'version'])
      .where('search_text', 'is', null)
      .limit(step)
      .execute();
    if (posts.length === 0) return;
    for (const { id, version, ...post } of posts) {
      await db
        .updateTable('blogs')
        .set({ search_text: blogText(post) })
        .where((row) => row.and({ id, version }))
        .execute();
    }
  }
}

function rowsWithoutText(
  db: AnyDb,
  { kind, texts }: TextIndex,
  before: string | undefined,
): Promise<Tables[Received][]> {
  const table: string = kind;
  return db
    .selectFrom(table)
    .leftJoin(texts, `${texts}.id`, `${table}.id`)
    .selectAll(table)
    .where(`${texts}.id`, 'is', null)
    .$if(before !== undefined, (older) => older.where(`${table}.id`, '<', before))
    .orderBy(`${table}.id`, 'desc')
    .limit(step)
    .execute() as Promise<Tables[Received][]>;
}
