import { sql } from 'kysely';
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

interface TextIndex {
  kind: Searched;
  /** The table of the texts. */
  texts: string;
  /** The fields whose text is found. */
  fieldsOf(row: Tables[Searched]): string[];
}

const index = <K extends Searched>(
  kind: K,
  texts: string,
  fieldsOf: (row: Tables[K]) => string[],
): TextIndex => ({ kind, texts, fieldsOf: fieldsOf as TextIndex['fieldsOf'] });

const ofContent = (row: Tables['apps' | 'pods']) => [
  row.name,
  row.description,
  ...JSON.parse(row.technologies),
];

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
  index('apps', textTables.apps, ofContent),
  index('pods', textTables.pods, ofContent),
  index('blogs', textTables.blogs, (row) => [
    row.title,
    row.excerpt,
    ...JSON.parse(row.tags),
    articleText(row.content),
  ]),
];

const indexesOf = (kind: Searched) => textIndexes.filter((index) => index.kind === kind);

export async function saveTexts<K extends Searched>(
  db: AnyDb,
  kind: K,
  rows: Tables[K][],
): Promise<void> {
  for (const index of indexesOf(kind)) await saveTextsIn(db, index, rows);
}

async function saveTextsIn(
  db: AnyDb,
  { kind, texts, fieldsOf }: TextIndex,
  rows: Tables[Searched][],
): Promise<void> {
  await db
    .insertInto(texts)
    .values(rows.map((row) => ({ id: keyIn(kind, row), text: searchableText(fieldsOf(row)) })))
    // Another instance may write the texts of older rows at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes the texts of a changed row again. The index follows inserts and deletions. */
export async function replaceText<K extends Searched>(
  db: AnyDb,
  kind: K,
  row: Tables[K],
): Promise<void> {
  for (const { texts } of indexesOf(kind)) {
    await db.deleteFrom(texts).where('id', '=', keyIn(kind, row)).execute();
  }
  await saveTexts(db, kind, [row]);
}

const keyIn = (kind: Searched, row: object): string =>
  String((row as Record<string, unknown>)[keyOf[kind]]);

/** The text that the blog's own search looks through. It is a column of the post: that search reads along the list. */
export const blogText = ({ title, excerpt }: Pick<BlogRow, 'title' | 'excerpt'>): string =>
  searchableText([title, excerpt]);

/** Writes the texts of some rows, where they are missing. */
export async function writeTextsOf(db: Db, kind: Searched, keys: string[]): Promise<void> {
  for (const index of indexesOf(kind)) {
    const rows = await withoutText(db, index).where(`${kind}.${keyOf[kind]}`, 'in', keys).execute();
    if (rows.length > 0) await saveTextsIn(db, index, rows as Tables[Searched][]);
  }
}

/** Ends cached searches, once texts were written later than their rows. */
export async function countLateTexts(db: Db, kind: Searched): Promise<void> {
  await db
    .updateTable('content_versions')
    .set({ version: sql`version + 1` })
    .where('topic', '=', kind)
    .execute();
}

/** How many texts are written in one transaction: other writers wait for its end. */
const step = 100;
/** Articles are long. */
const stepOf = (kind: Searched) => (kind === 'blogs' ? 5 : step);

/**
 * Writes the texts that are missing, newest first: after a restore, or after the upgrade that brought them. Until then a
 * search does not find these rows.
 */
export async function writeMissingTexts(db: Db): Promise<void> {
  for (const index of textIndexes) {
    let last: string | undefined;
    for (;;) {
      const rows = await rowsWithoutText(db, index, last);
      const lastRow = rows.at(-1);
      if (!lastRow) break;
      await saveTextsIn(db, index, rows);
      last = keyIn(index.kind, lastRow);
    }
    if (last !== undefined) await countLateTexts(db, index.kind);
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
  index: TextIndex,
  before: string | undefined,
): Promise<Tables[Searched][]> {
  const key = `${index.kind}.${keyOf[index.kind]}`;
  return withoutText(db, index)
    .$if(before !== undefined, (older) => older.where(key, '<', before))
    .orderBy(key, 'desc')
    .limit(stepOf(index.kind))
    .execute() as Promise<Tables[Searched][]>;
}

function withoutText(db: AnyDb, { kind, texts }: TextIndex) {
  const table: string = kind;
  return db
    .selectFrom(table)
    .leftJoin(texts, `${texts}.id`, `${table}.${keyOf[kind]}`)
    .selectAll(table)
    .where(`${texts}.id`, 'is', null);
}
