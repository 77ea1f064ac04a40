/** A list as a series of arrays. The whole list is never in memory, and other work can run between two arrays. */
export type Pieces<Item> = AsyncIterable<Item[]>;

/**
 * Reads rows in pieces of up to `size`. `read(last)` returns the next `size` rows, `read(undefined)` the first `size`.
 * Choose `size` so that a piece of the longest possible rows passes between threads in a few milliseconds.
 */
export async function* inPieces<Row, Item>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    if (rows.length > 0) yield rows.map(toItem);
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
