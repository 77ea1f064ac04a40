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
 * The first slug that is free: "kestrel", then "kestrel-2" and so on. It stays free until the end of a transaction that
 * has the turn of staff.
 */
export async function freeSlug(
  tx: Db,
  table: 'pods' | 'apps' | 'blogs',
  slug: string,
): Promise<string> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where((where) => where.or([where('id', '=', slug), where('id', 'like', `${slug}-%`)]))
    .execute();
  const taken = new Set(rows.map(({ id }) => id));
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}
