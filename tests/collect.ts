import type { Pieces } from '#server/store/pieces.ts';

/** Reads all pieces of a list into one array. */
export const collect = async <Item>(pieces: Pieces<Item>): Promise<Item[]> =>
  (await Array.fromAsync(pieces)).flat();
