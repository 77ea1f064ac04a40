import type { Db } from './store.ts';

const longest = 80;

/** "Été à Łódź!" becomes "ete-a-lodz". Letters of other scripts stay as they are. */
export function slugOf(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .replace(/[øØłŁßæÆœŒđĐ]/g, (letter) => latin[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '')
    .toWellFormed()
    .replaceAll('\ufffd', '');
  return slug || fallback;
}

const latin: Record<string, string> = {
  ø: 'o',
  Ø: 'o',
  ł: 'l',
  Ł: 'l',
  ß: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  đ: 'd',
  Đ: 'd',
};

/**
 * Calls `insert` with the first slug that is free: "kestrel", then "kestrel-2" and so on. `insert` answers
 * undefined where another writer was quicker, and is then asked again.
 */
export async function withFreeSlug<Row>(
  db: Db,
  table: 'pods' | 'apps' | 'blogs',
  slug: string,
  insert: (id: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (;;) {
    const taken = await db
      .selectFrom(table)
      .select('id')
      .where((where) => where.or([where('id', '=', slug), where('id', 'like', `${slug}-%`)]))
      .execute();
    const row = await insert(firstFree(slug, new Set(taken.map(({ id }) => id))));
    if (row) return row;
  }
}

function firstFree(slug: string, taken: Set<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
