import type { SearchGroup, SearchHit, SearchResults } from '#contract/search.ts';
import { findMatch, isSearchable, searchWords } from '#contract/search-marks.ts';
import { foldText } from '#contract/search-text.ts';
import { sliceWhole } from '#contract/slice-whole.ts';
import { type SearchKind, searchKinds, shownOfOneKind } from '#contract/vocabulary.ts';
import { articleText } from './article-text.ts';
import { canMatch, type ListDeps } from './list-page.ts';
import type { Searched } from './tables.ts';

/**
 * The search of visitors over ideas, projects, pods and posts. It finds nothing in the quarantine, in the trash or in
 * drafts, because these have no searchable texts.
 */

export interface SiteQuery {
  /** The text to find, folded with `foldSearch`. */
  wanted: string;
  /** The only kind whose rows are shown; other kinds are only counted. If empty, a few rows of each kind are shown. */
  kind: SearchKind | '';
}

/** The maximum number of rows of each kind that are read, ranked and counted. */
const mostCounted = 50;
/** The number of rows of each kind that are shown while no kind is chosen. */
const shownOfEach = 5;

export async function searchSite(
  deps: ListDeps,
  { wanted, kind }: SiteQuery,
): Promise<SearchResults> {
  const words = searchWords(wanted);
  const canBeFound = isSearchable(wanted) && canMatch(wanted);
  const found = await Promise.all(
    searchKinds.map(async (each) => {
      const shown = kind === '' ? shownOfEach : kind === each ? shownOfOneKind : 0;
      return [each, canBeFound ? await findGroup(deps, each, words, shown) : nothing] as const;
    }),
  );
  return Object.fromEntries(found) as SearchResults;
}

const nothing: SearchGroup = { items: [], total: 0, isAtLeast: false };

async function findGroup(
  deps: ListDeps,
  kind: SearchKind,
  words: string[],
  shown: number,
): Promise<SearchGroup> {
  const [text = '', ...also] = words;
  const matches = await deps.search({ kind: tableOf[kind], text, also, limit: mostCounted + 1 });
  const keys = matches.slice(0, mostCounted).map(({ id }) => id);
  const rows = shown > 0 && keys.length > 0 ? await readers[kind](deps, keys) : [];
  const first = rows.toSorted(byRank(words)).slice(0, shown);
  return {
    items: await Promise.all(first.map((row) => toHit(row, words))),
    total: keys.length,
    isAtLeast: matches.length > mostCounted,
  };
}

const tableOf: Record<SearchKind, Searched> = {
  ideas: 'ideas',
  projects: 'apps',
  pods: 'pods',
  posts: 'blogs',
};

interface FoundRow extends Omit<SearchHit, 'text'> {
  /** A string that sorts by age. */
  age: string;
  /** Returns the texts, apart from the title, that may match. The first text is shown if none of them matches. */
  texts(): string[] | Promise<string[]>;
}

/** Sorts the rows with the most searched words in their title first, then the newest. */
const byRank = (words: string[]) => (one: FoundRow, other: FoundRow) => {
  const inTitle = ({ title }: FoundRow) => wordsIn(title, words);
  return inTitle(other) - inTitle(one) || (one.age < other.age ? 1 : -1);
};

/** Counts the words that a text contains. */
function wordsIn(text: string, words: string[]): number {
  const folded = foldText(text);
  return words.filter((word) => folded.includes(word)).length;
}

/** Builds a hit with the text that contains the most words, cut around the longest of these words. */
async function toHit({ age, texts, ...row }: FoundRow, words: string[]): Promise<SearchHit> {
  const all = await texts();
  const most = Math.max(...all.map((text) => wordsIn(text, words)));
  const text = all.find((each) => wordsIn(each, words) === most) ?? '';
  const word = words.find((each) => wordsIn(text, [each]) > 0) ?? '';
  return { ...row, text: aroundMatch(text, word) };
}

/** The maximum numbers of characters that are shown in all, and before the match. */
const longestText = 220;
const longestBefore = 60;

/** Returns, as one line, the part of a text around the first match of `wanted`; without a match, the beginning. */
export function aroundMatch(text: string, wanted: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const { start, end } = findMatch(line, wanted) ?? { start: 0, end: 0 };
  const earliest = Math.max(0, start - longestBefore);
  // The part begins with a whole word, or with the match if no word begins shortly before it.
  const space = earliest === 0 ? -1 : line.indexOf(' ', earliest);
  const from = space === -1 || space >= start ? (earliest === 0 ? 0 : start) : space + 1;
  const latest = Math.max(end, from + longestText);
  const to = latest >= line.length ? line.length : Math.max(end, line.lastIndexOf(' ', latest));
  const part = sliceWhole(line, from, to > from ? to : latest);
  return `${from > 0 ? '… ' : ''}${part}${to < line.length ? ' …' : ''}`;
}

/** Only this many characters of an article are searched for the part to show. Without a match the excerpt is shown. */
const longestArticle = 20_000;

type Reader = (deps: ListDeps, keys: string[]) => Promise<FoundRow[]>;

const readers: Record<SearchKind, Reader> = {
  async ideas({ db }, keys) {
    const rows = await db
      .selectFrom('ideas')
      .select(['id', 'title', 'problem_statement', 'proposed_solution', 'status', 'created_at'])
      .where('id', 'in', keys)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      label: row.status,
      date: row.created_at,
      age: row.id,
      texts: () => [row.problem_statement, row.proposed_solution],
    }));
  },
  async projects({ db }, keys) {
    const rows = await db
      .selectFrom('apps')
      .select(['id', 'uid', 'name', 'description', 'technologies', 'status'])
      .where('uid', 'in', keys)
      .execute();
    return rows.map(ofContent);
  },
  async pods({ db }, keys) {
    const rows = await db
      .selectFrom('pods')
      .select(['id', 'uid', 'name', 'description', 'technologies', 'status'])
      .where('uid', 'in', keys)
      .execute();
    return rows.map(ofContent);
  },
  async posts({ db }, keys) {
    const rows = await db
      .selectFrom('blogs')
      .select(['id', 'uid', 'title', 'excerpt', 'category', 'published_at', 'tags'])
      .where('uid', 'in', keys)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      label: row.category,
      date: row.published_at,
      age: row.published_at + row.uid,
      async texts() {
        const article = await db
          .selectFrom('blogs')
          .select(({ fn, val, lit }) =>
            fn<string>('substr', ['content', lit(1), val(longestArticle)]).as('beginning'),
          )
          .where('uid', '=', row.uid)
          .executeTakeFirst();
        return [row.excerpt, articleText(article?.beginning ?? ''), listed(row.tags)];
      },
    }));
  },
};

interface ContentRow {
  id: string;
  uid: string;
  name: string;
  description: string;
  technologies: string;
  status: string;
}

const ofContent = (row: ContentRow): FoundRow => ({
  id: row.id,
  title: row.name,
  label: row.status,
  date: null,
  age: row.uid,
  texts: () => [row.description, listed(row.technologies)],
});

const listed = (json: string): string => JSON.parse(json).join(', ');
