/** Converts between moments and wall-clock times in a time zone, with the time zone data of Intl. */

export function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets such as +02:00. They are refused because they do not follow daylight saving time.
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** The clock of a time zone. Creating one takes about a millisecond, so create it once for many times. */
export interface ZoneClock {
  /** Returns the wall-clock time of a moment, as YYYY-MM-DDTHH:MM. */
  show(moment: Date): string;
  /** Returns the moments of a wall-clock time, in order: usually one, none if clocks skip it, two if they repeat it. */
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
      // Offsets from UTC are shorter than a day, so the moment is within a day of `asUtc`. The offset at that moment is
      // therefore the offset a day before `asUtc`, or the offset a day after `asUtc`.
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
