import { formatDateTime } from '#contract/date-format.ts';

const relative = new Intl.RelativeTimeFormat('en');

const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** Shows a time such as "3 days ago", and the exact time as `title`. Browser only, because it reads the clock. */
export function Ago({ date }: { date: string }) {
  const seconds = Math.max(0, (Date.now() - Date.parse(date)) / 1000);
  const [unit, size] = units.find(([, each]) => seconds >= each) ?? ['second', 1];
  const text = relative.format(-Math.floor(seconds / size), unit);
  return (
    <time dateTime={date} title={formatDateTime(new Date(date))}>
      {text}
    </time>
  );
}
