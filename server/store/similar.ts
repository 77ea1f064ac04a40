import type { RelatedIdea, RelatedIdeas, SimilarIdea, SimilarIdeas } from '#contract/similar.ts';
import { leastTitleWords, titleWords } from '#contract/title-words.ts';
import { foundOr } from './change.ts';
import type { Db } from './store.ts';
import type { IdeaRow } from './tables.ts';
import type { FindTitles, FoundTitle } from './titles.ts';

export interface SimilarDeps {
  /** For reads that grow with the data. */
  longReads: Db;
  findTitles: FindTitles;
}

/** The most that are shown. */
const mostSimilar = 3;

/** The public ideas with a title like this one. */
export async function findSimilar(deps: SimilarDeps, title: string): Promise<SimilarIdeas> {
  const rows = await similarRows(deps, title);
  return { items: rows.slice(0, mostSimilar).map(toSimilar) };
}

/** The ideas that are marked as saying the same as this one, and those that may. */
export async function findRelated(deps: SimilarDeps, id: string): Promise<RelatedIdeas> {
  const { longReads: db } = deps;
  const idea = foundOr(
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

/** The most that the sheet of staff shows. */
const mostDuplicates = 20;
/** More than are shown, because some are left out. */
const mostRanked = 8;

const columns = ['id', 'title', 'status', 'created_at', 'email', 'duplicate_of'] as const;
type Row = Pick<IdeaRow, (typeof columns)[number]>;

const rowsOf = async (db: Db, ids: string[]): Promise<Row[]> =>
  ids.length === 0 ? [] : db.selectFrom('ideas').select(columns).where('id', 'in', ids).execute();

/** The most similar ideas. In the place of a duplicate stands the idea that it is a duplicate of. */
async function similarRows(
  { longReads: db, findTitles }: SimilarDeps,
  title: string,
): Promise<Row[]> {
  const words = titleWords(title);
  if (words.length < leastTitleWords) return [];
  const parts = [...new Set(words.map(partOf))].filter((part) => [...part].length >= 3);
  const asked = parts.slice(0, mostParts);
  if (asked.length === 0) return [];
  const { sampled, counts, found } = await findTitles(asked);
  const weighted = asked.map((part, at) => ({
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

/** A title has at most a hundred words; nobody writes more than these that matter. */
const mostParts = 12;

/** The beginning of a word, which other forms of it share. */
const partOf = (word: string) => {
  const letters = [...word];
  return letters.length <= 4 ? word : letters.slice(0, Math.min(5, letters.length - 1)).join('');
};

/** Rare words say more than frequent ones, and long ones more than short ones. */
const weightOf = (part: string, count: number, sampled: number) =>
  Math.log((sampled + 1) / (count + 0.5)) * Math.min(1, ([...part].length - 1) / 4);

interface Weighted {
  trigrams: string[];
  weight: number;
}

/** The share of the weight of a title that another title must have to be called similar. */
const leastShare = 0.4;
/** The share of the trigrams of a word that count as the word. */
const leastOverlap = 0.6;

/**
 * The ids of the titles that share enough trigrams, the most similar first. Of two that share as much, the shorter one comes
 * first, then the newer one.
 */
function rank(words: Weighted[], titles: FoundTitle[]): string[] {
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  return titles
    .map(({ id, text }) => {
      const has = new Set(titleWords(text).flatMap(trigramsOf));
      const shared = words.reduce((sum, { trigrams, weight }) => {
        const overlap = trigrams.filter((each) => has.has(each)).length / trigrams.length;
        return sum + (overlap >= leastOverlap ? weight * overlap : 0);
      }, 0);
      return { id, share: shared / whole, length: has.size };
    })
    .filter(({ share }) => share >= leastShare)
    .toSorted(
      (one, other) =>
        other.share - one.share || one.length - other.length || (one.id < other.id ? 1 : -1),
    )
    .map(({ id }) => id);
}

/** The trigrams of a word. A space before it makes its beginning count. */
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
