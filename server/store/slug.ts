import type { Db } from './store.ts';

/**
 * Returns the first free slug: "kestrel", then "kestrel-2" and so on. The slug stays free until the transaction ends if
 * the caller has the lock of staff (`takeLock(tx, 'staff')`).
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
