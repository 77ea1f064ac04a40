/** A search counts no further than 1,000: beyond, the number is the least that there are. */
export const countText = (count: number, isAtLeast: boolean): string =>
  `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`;
