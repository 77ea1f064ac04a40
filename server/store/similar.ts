import type { RelatedIdea, RelatedIdeas, SimilarIdea, SimilarIdeas } from '#contract/similar.ts';
import { leastTitleWords, titleWords } from '#contract/title-words.ts';
import { foundOrThrow } from './change.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';
import type { FindTitles, FoundTitle } from './titles.ts';

export interface SimilarDeps {
  longReads: Db;
  findTitles: FindTitles;
}

/** The maximum number of similar ideas that are shown. */
const mostSimilar = 3;

/** Finds the public ideas whose titles are similar to `title`. */
export async function findSimilar(deps: SimilarDeps, title: string): Promise<SimilarIdeas> {
  const rows = await similarRows(deps, title);
  return { items: rows.slice(0, mostSimilar).map(toSimilar) };
}

/** Finds the main idea and the duplicates of an idea, and ideas with a similar title. */
export async function findRelated(deps: SimilarDeps, id: string): Promise<RelatedIdeas> {
  const { longReads: db } = deps;
  const idea = foundOrThrow(
    'ideas',
    await db
      .selectFrom('ideas')
      .select(['title', 'duplicate_of'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  const [main] = await rowsOf(db, idea.duplicate_of ? [idea.duplicate_of] : []);
  const duplicates = await db
    .selectFrom('ideas')
    .select(columns)
    .where('duplicate_of', '=', id)
    .orderBy('id', 'desc')
    .limit(mostDuplicates)
    .execute();
  const similar = await similarRows(deps, idea.title);
  return {
    main: main ? toRelated(main) : null,
    duplicates: duplicates.map(toRelated),
    similar: similar
      .filter((row) => row.id !== id && row.id !== main?.id && row.duplicate_of !== id)
      .slice(0, mostSimilar)
      .map(toRelated),
  };
}

/** The maximum number of duplicates that staff see. */
const mostDuplicates = 20;
/**
 * The maximum number of ranked titles whose ideas are read. It is larger than `mostSimilar`, because several duplicates
 * may become one main idea, and `findRelated` leaves some ideas out.
 */
const mostRanked = 8;

const columns = ['id', 'title', 'status', 'created_at', 'email', 'duplicate_of'] as const;
type Row = Pick<IdeaRow, (typeof columns)[number]>;

const rowsOf = async (db: Db, ids: string[]): Promise<Row[]> =>
  ids.length === 0 ? [] : db.selectFrom('ideas').select(columns).where('id', 'in', ids).execute();

/** Finds the ideas with the most similar titles. A duplicate is replaced by its main idea, if that is public. */
async function similarRows(
  { longReads: db, findTitles }: SimilarDeps,
  title: string,
): Promise<Row[]> {
  const words = titleWords(title);
  if (words.length < leastTitleWords) return [];
  const parts = [...new Set(words.map(partOf))].filter((part) => [...part].length >= 3);
  const searchedParts = parts.slice(0, mostParts);
  if (searchedParts.length === 0) return [];
  const { sampled, counts, found } = await findTitles(searchedParts);
  const weighted = searchedParts.map((part, at) => ({
    trigrams: trigramsOf(part),
    weight: weightOf(part, counts[at] ?? 0, sampled),
  }));
  const ranked = rank(weighted, found).slice(0, mostRanked);
  const rows = await rowsOf(db, ranked);
  const mains = await rowsOf(
    db,
    rows.flatMap((row) => row.duplicate_of ?? []),
  );
  const byId = new Map([...rows, ...mains].map((row) => [row.id, row]));
  const shown = ranked.flatMap((id) => {
    const row = byId.get(id);
    return row ? [byId.get(row.duplicate_of ?? '') ?? row] : [];
  });
  return [...new Set(shown)];
}

/** The maximum number of parts (see `partOf`) that are taken from a title. It limits the cost of a long title. */
const mostParts = 12;

/** Returns at most five first letters of a word. Other forms of the word, such as the plural, usually share them. */
const partOf = (word: string) => {
  const letters = [...word];
  return letters.length <= 4 ? word : letters.slice(0, Math.min(5, letters.length - 1)).join('');
};

/** Weights rare parts higher than frequent ones, and long parts higher than short ones. */
const weightOf = (part: string, count: number, sampled: number) =>
  Math.log((sampled + 1) / (count + 0.5)) * Math.min(1, ([...part].length - 1) / 4);

interface Weighted {
  trigrams: string[];
  weight: number;
}

/** The share of a title's weight that another title must contain to be similar. */
const leastShare = 0.4;
/** The share of a part's trigrams that a title must contain for the part to count. */
const leastOverlap = 0.6;

/**
 * Returns the ids of the titles that share enough trigrams with the parts, the most similar first. Of two equally
 * similar titles, the shorter one comes first, or else the newer one.
 */
function rank(parts: Weighted[], titles: FoundTitle[]): string[] {
  const totalWeight = parts.reduce((sum, { weight }) => sum + weight, 0);
  return titles
    .map(({ id, text }) => {
      const titleTrigrams = new Set(titleWords(text).flatMap(trigramsOf));
      const shared = parts.reduce((sum, { trigrams, weight }) => {
        const overlap = trigrams.filter((each) => titleTrigrams.has(each)).length / trigrams.length;
        return sum + (overlap >= leastOverlap ? weight * overlap : 0);
      }, 0);
      return { id, share: shared / totalWeight, length: titleTrigrams.size };
    })
    .filter(({ share }) => share >= leastShare)
    .toSorted(
      (one, other) =>
        other.share - one.share || one.length - other.length || (one.id < other.id ? 1 : -1),
    )
    .map(({ id }) => id);
}

/** Returns the trigrams of a word with a space before it, so that the first two letters have a trigram, too. */
function trigramsOf(word: string): string[] {
  const letters = [...` ${word}`];
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''));
}

const toSimilar = ({ id, title, status, created_at }: Row): SimilarIdea => ({
  id,
  title,
  status: status as SimilarIdea['status'],
  createdAt: created_at,
});

const toRelated = (row: Row): RelatedIdea => ({ ...toSimilar(row), hasEmail: Boolean(row.email) });
