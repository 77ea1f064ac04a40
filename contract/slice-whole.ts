/** Slices a text. Leaves out the half of a surrogate pair that the slice would begin or end with. */
export const sliceWhole = (text: string, start: number, end?: number): string =>
  text.slice(start, end).replace(/^\p{Cs}|\p{Cs}$/gu, '');
