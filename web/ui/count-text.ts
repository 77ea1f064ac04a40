/** Writes a count. The server counts matches only up to a limit; if there may be more, a plus sign follows. */
export const countText = (count: number, isAtLeast: boolean): string =>
  `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`;
