/** Wall-clock times in a time zone, with the rules that the platform has (Intl). */

export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 have no daylight saving time, so they are no place.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The clock of a time zone. It takes a millisecond to make, so many times are read with the same one. */
export interface ZoneClock {
  /** The wall-clock time of a moment, as YYYY-MM-DDTHH:MM. */
  show(moment: Date): string;
  /**
   * The moments at which the clock shows this wall-clock time, in order: one on most days, none in the hour that is left
   * out when clocks go forward, two in the hour that is repeated when they go back.
   */
  momentsOf(local: string): Date[];
}

export function clockOf(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const show = (moment: Date): string => {
    const parts = format.formatToParts(moment);
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
    const year = part('year').padStart(4, '0');
    return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
  };
  return {
    show,
    momentsOf(local) {
      const asUtc = Date.parse(`${local}Z`);
      if (Number.isNaN(asUtc)) return [];
      // No clock is a day away from UTC, so the offsets a day before and after are those that can apply.
      const offsets = [asUtc - day, asUtc + day].map(
        (time) => Date.parse(`${show(new Date(time))}Z`) - time,
      );
      return [...new Set(offsets)]
        .map((offset) => new Date(asUtc - offset))
        .filter((moment) => show(moment) === local)
        .sort((one, other) => one.getTime() - other.getTime());
    },
  };
}

export const wallClock = (moment: Date, timeZone: string): string => clockOf(timeZone).show(moment);

export const momentsOf = (local: string, timeZone: string): Date[] =>
  clockOf(timeZone).momentsOf(local);

const minute = 60_000;
const day = 24 * 60 * minute;
