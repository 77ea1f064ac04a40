/** The server counts a search up to a limit: beyond, the number is the least that there are. */
export const countText = (count: number, isAtLeast: boolean): string =>
  `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`;
