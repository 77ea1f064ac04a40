import { searchableText } from '#contract/search-text.ts';
import { articleText } from './article-text.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Db } from './store.ts';
import type { BlogRow, Searched, Tables } from './tables.ts';

/** The searchable texts of submissions, projects, pods and posts. Each is a row of a table beside theirs. */

/** The table of the texts of each kind. Queries on it are not typed, because the tables differ by kind. */
export const textTables: Record<Searched, string> = {
  ideas: 'idea_texts',
  applications: 'application_texts',
  contacts: 'contact_texts',
  apps: 'app_texts',
  pods: 'pod_texts',
  blogs: 'blog_texts',
};

/** The column that a text knows its row by. The id of projects, pods and posts does not sort by age. */
const keyOf = {
  ideas: 'id',
  applications: 'id',
  contacts: 'id',
  apps: 'uid',
  pods: 'uid',
  blogs: 'uid',
} as const;

/** The fields that a search looks through. */
const searchedFields: { [K in Searched]: (row: Tables[K]) => string[] } = {
  ideas: (row) => [row.title, row.problem_statement, row.proposed_solution],
  applications: (row) => [row.full_name, row.email, row.role],
  contacts: (row) => [row.name, row.email, row.subject],
  apps: (row) => [row.name, row.description, ...JSON.parse(row.technologies)],
  pods: (row) => [row.name, row.description, ...JSON.parse(row.technologies)],
  blogs: (row) => [row.title, row.excerpt, ...JSON.parse(row.tags), articleText(row.content)],
};

export async function saveTexts<K extends Searched>(
  db: AnyDb,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  const texts = rows.map((row) => ({
    id: keyIn(kind, row),
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
export async function replaceText<K extends Searched>(
  db: AnyDb,
  kind: K,
  row: Tables[K],
): Promise<void> {
  const texts: string = textTables[kind];
  await db.deleteFrom(texts).where('id', '=', keyIn(kind, row)).execute();
  await saveTexts(db, kind, [row]);
}

const keyIn = (kind: Searched, row: object): string =>
  String((row as Record<string, unknown>)[keyOf[kind]]);

/** The text that the blog's own search looks through. It is a column of the post: that search reads along the list. */
export const blogText = ({ title, excerpt }: Pick<BlogRow, 'title' | 'excerpt'>): string =>
  searchableText([title, excerpt]);

/** How many texts are written in one transaction: other writers wait for its end. */
const step = 100;
/** Articles are long. */
const stepOf = (kind: Searched) => (kind === 'blogs' ? 5 : step);

/**
 * Writes the texts that are missing, newest first: after a restore, or after the upgrade that brought them. Until then a
 * search does not find these rows.
 */
export async function writeMissingTexts(db: Db): Promise<void> {
  for (const kind of Object.keys(textTables) as Searched[]) {
    let last: string | undefined;
    for (;;) {
      const rows = await rowsWithoutText(db, kind, last);
      const lastRow = rows.at(-1);
      if (!lastRow) break;
      await saveTexts(db, kind, rows);
      last = keyIn(kind, lastRow);
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

function rowsWithoutText<K extends Searched>(
  db: AnyDb,
  kind: K,
  before: string | undefined,
): Promise<Tables[K][]> {
  const [table, texts]: [string, string] = [kind, textTables[kind]];
  const key = `${table}.${keyOf[kind]}`;
  return db
    .selectFrom(table)
    .leftJoin(texts, `${texts}.id`, key)
    .selectAll(table)
    .where(`${texts}.id`, 'is', null)
    .$if(before !== undefined, (older) => older.where(key, '<', before))
    .orderBy(key, 'desc')
    .limit(stepOf(kind))
    .execute() as Promise<Tables[K][]>;
}
