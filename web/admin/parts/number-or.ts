/** Returns the number at the start of the text, or `fallback` if there is none. */
export function numberOr(value: string | string[] | undefined, fallback: number): number {
  const number = Number.parseFloat(String(value));
  return Number.isFinite(number) ? number : fallback;
}
