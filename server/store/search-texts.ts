import { sql } from 'kysely';
import { searchableText } from '#contract/search-text.ts';
import { articleText } from './article-text.ts';
import type { AnyDb } from './migrations/schema.ts';
import type { Db } from './store.ts';
import type { BlogRow, Searched, Tables } from './tables.ts';

/** The table with the searchable texts of each kind. Its name depends on the kind, so queries on it are not typed. */
export const textTables: Record<Searched, string> = {
  ideas: 'idea_texts',
  applications: 'application_texts',
  contacts: 'contact_texts',
  apps: 'app_texts',
  pods: 'pod_texts',
  blogs: 'blog_texts',
};

/** For each kind, the column whose values are the ids of its texts. Must sort by age: `uid` where `id` is a slug. */
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
  /** The name of the table with the texts. */
  texts: string;
  /** Returns the fields of a row that are searched. */
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

/** All tables with texts. `idea_titles` is for finding similar ideas: see titles.ts. */
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
    // Another instance may insert the same texts at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes and inserts the texts of a changed row: the triggers that fill the indexes ignore updates. */
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

/**
 * Returns the text for the search on the blog page. It is stored in a column of `blogs`, because that search reads the
 * posts in the order of the list instead of using an index.
 */
export const blogText = ({ title, excerpt }: Pick<BlogRow, 'title' | 'excerpt'>): string =>
  searchableText([title, excerpt]);

/** Inserts the missing texts of the rows whose column in `keyOf` has one of these keys. */
export async function writeTextsOf(db: Db, kind: Searched, keys: string[]): Promise<void> {
  for (const index of indexesOf(kind)) {
    const rows = await withoutText(db, index).where(`${kind}.${keyOf[kind]}`, 'in', keys).execute();
    if (rows.length > 0) await saveTextsIn(db, index, rows as Tables[Searched][]);
  }
}

/**
 * Increments the content version of a kind, if it is public. This invalidates cached search results after texts were
 * written later than their rows.
 */
export async function bumpVersionForLateTexts(db: Db, kind: Searched): Promise<void> {
  await db
    .updateTable('content_versions')
    .set({ version: sql`version + 1` })
    .where('topic', '=', kind)
    .execute();
}

/** The number of texts that one statement writes. On SQLite, other writers wait until the statement ends. */
const step = 100;
/** Returns a smaller step for posts, because articles are long. */
const stepOf = (kind: Searched) => (kind === 'blogs' ? 5 : step);

/**
 * Writes all missing texts, newest first. Texts are missing after a restore, a migration that adds or empties a table
 * of texts, or an interrupted import. Searches do not find rows without texts.
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
    if (last !== undefined) await bumpVersionForLateTexts(db, index.kind);
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
