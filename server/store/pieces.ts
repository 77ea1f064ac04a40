/** A list of any length, in pieces: nobody holds all of it in memory, and other work goes on between two pieces. */
export type Pieces<Item> = AsyncIterable<Item[]>;

/**
 * Reads rows piece by piece. `read` returns the first `size` rows after `last`. The longest possible rows of a piece should
 * take only some milliseconds to pass from thread to thread.
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

export const collect = async <Item>(pieces: Pieces<Item>): Promise<Item[]> =>
  (await Array.fromAsync(pieces)).flat();
