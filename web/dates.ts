/** Counts the calendar days from `date` to `today`, both in UTC; 0 if `date` is later. */
export const daysBetween = (date: string, today: string): number =>
  Math.max(0, (dayOf(today) - dayOf(date)) / (24 * 60 * 60_000));

const dayOf = (date: string) => new Date(date).setUTCHours(0, 0, 0, 0);

/** Returns today's date in the browser's time zone as YYYY-MM-DD, the format of date inputs. */
export function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
