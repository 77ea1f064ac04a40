/** The number in a field, or the fallback when it is none. */
export function numberOr(value: string | string[] | undefined, fallback: number): number {
  const number = Number.parseFloat(String(value));
  return Number.isFinite(number) ? number : fallback;
}
