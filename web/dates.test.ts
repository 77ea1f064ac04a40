import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DateStyle, written } from './dates.ts';

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  month: { month: 'short', year: 'numeric', timeZone: 'UTC' },
};

for (const language of ['en-GB', 'en-US', 'de-DE', 'ar-EG']) {
  test(`every day of a year is written as ${language} writes it`, () => {
    for (const [style, options] of Object.entries(styles)) {
      const format = new Intl.DateTimeFormat(language, options);
      for (let day = 0; day < 366; day += 1) {
        const time = new Date(Date.UTC(2024, 0, 1 + day));
        assert.equal(written(time, style as DateStyle, language), format.format(time));
      }
    }
  });
}
