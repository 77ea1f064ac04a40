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

/** The fields that a search looks through. */
const searchedFields: { [K in Received]: (row: Tables[K]) => string[] } = {
  ideas: (row) => [row.title, row.problem_statement, row.proposed_solution],
  applications: (row) => [row.full_name, row.email, row.role],
  contacts: (row) => [row.name, row.email, row.subject],
};

export async function saveTexts<K extends Received>(
  db: AnyDb,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  const texts = rows.map((row) => ({
    id: row.id,
    text: searchableText(searchedFields[kind](row)),
  }));
  await db
    .insertInto(textTables[kind])
    .values(texts)
    // Another instance may write the texts of older rows at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the text of a changed row again. The index follows inserts and deletions. */
export async function replaceText<K extends Received>(
  db: AnyDb,
  kind: K,
  row: Tables[K],
): Promise<void> {
  const texts: string = textTables[kind];
  await db.deleteFrom(texts).where('id', '=', row.id).execute();
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
  for (const kind of Object.keys(textTables) as Received[]) {
    let last: string | undefined;
    for (;;) {
      const rows = await rowsWithoutText(db, kind, last);
      if (rows.length === 0) break;
      await saveTexts(db, kind, rows);
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

function rowsWithoutText<K extends Received>(
  db: AnyDb,
  kind: K,
  before: string | undefined,
): Promise<Tables[K][]> {
  const [table, texts]: [string, string] = [kind, textTables[kind]];
  return db
    .selectFrom(table)
    .leftJoin(texts, `${texts}.id`, `${table}.id`)
    .selectAll(table)
    .where(`${texts}.id`, 'is', null)
    .$if(before !== undefined, (older) => older.where(`${table}.id`, '<', before))
    .orderBy(`${table}.id`, 'desc')
    .limit(step)
    .execute() as Promise<Tables[K][]>;
}
