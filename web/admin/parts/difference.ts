import { sliceWhole } from '#contract/slice-whole.ts';

export interface Excerpt {
  before: string;
  changed: string;
  after: string;
}

/** The most characters of common text that are shown on each side of the difference. */
const context = 300;

/**
 * Returns an excerpt of each text: the part in which the texts differ (`changed`), and some common text around it.
 * `changed` begins and ends with whole words, so that it never cuts a surrogate pair.
 */
export function differenceOf(one: string, other: string): [Excerpt, Excerpt] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  start = lastBreak(one.slice(0, start));
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  end -= Math.max(0, one.slice(one.length - end).search(/\s|$/));
  const excerptOf = (text: string): Excerpt => {
    const before = text.slice(0, start);
    const after = text.slice(text.length - end);
    return {
      before: before.length > context ? `…${sliceWhole(before, -context)}` : before,
      changed: text.slice(start, text.length - end),
      after: after.length > context ? `${sliceWhole(after, 0, context)}…` : after,
    };
  };
  return [excerptOf(one), excerptOf(other)];
}

/** Returns the index after the last white space. */
const lastBreak = (text: string) => text.length - (text.match(/\S*$/)?.[0].length ?? 0);
