/** Formats a count. The server counts only up to a limit; a plus sign means that there may be more. */
export const countText = (count: number, isAtLeast: boolean): string =>
  `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`;
