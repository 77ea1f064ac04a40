import { foldText } from './search-text.ts';
import { limits } from './vocabulary.ts';

/** Maximum number of words of a search. Further words are ignored. */
const mostWords = 8;

/** Returns the words of a folded search, the longest first. A match must contain all of them, in any order. */
export const searchWords = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/).filter(Boolean))]
    .slice(0, mostWords)
    .sort((one, other) => other.length - one.length);

/** Returns false if no word has at least `limits.minSearch` characters. Such a search finds nothing. */
export const isSearchable = (folded: string): boolean =>
  [...(searchWords(folded)[0] ?? '')].length >= limits.minSearch;

/** A part of a text. Pages highlight the parts that match. */
export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/** Finds the first match of the folded text `wanted` in `text`, from the index `from` on. */
export function findMatch(
  text: string,
  wanted: string,
  from = 0,
): { start: number; end: number } | undefined {
  const folded = foldText(text.slice(from));
  if (folded.length === text.length - from) {
    const at = folded.indexOf(wanted);
    return at === -1 ? undefined : { start: from + at, end: from + at + wanted.length };
  }
  return findByCharacters(text, wanted, from);
}

/** Finds a match in a text whose length changes when it is folded, by folding each character separately. */
function findByCharacters(text: string, wanted: string, from: number) {
  const starts: number[] = [];
  let folded = '';
  let position = from;
  // A letter and the accents after it are folded together.
  for (const [character] of text.slice(from).matchAll(/\P{M}?\p{M}*/gsu)) {
    const one = foldText(character);
    for (let index = 0; index < one.length; index += 1) starts.push(position);
    folded += one;
    position += character.length;
  }
  const at = folded.indexOf(wanted);
  if (at === -1) return undefined;
  return { start: starts[at] ?? from, end: starts[at + wanted.length] ?? position };
}

/** Maximum number of highlighted matches in a text. A text of one repeated letter would have hundreds. */
const mostMarks = 20;

/** Splits a text into parts that match one of the words, and the parts between them. */
export function splitAtMatches(text: string, words: string[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let from = 0;
  for (let marks = 0; marks < mostMarks; marks += 1) {
    const match = firstMatch(text, words, from);
    if (!match || match.end <= match.start) break;
    if (match.start > from) parts.push({ text: text.slice(from, match.start), isMatch: false });
    parts.push({ text: text.slice(match.start, match.end), isMatch: true });
    from = match.end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMatch: false });
  return parts;
}

/** Returns the match that begins first. If several matches begin there, returns the match of the earliest word in `words`. */
function firstMatch(text: string, words: string[], from: number) {
  const matches = words.flatMap((word) => findMatch(text, word, from) ?? []);
  const start = Math.min(...matches.map((match) => match.start));
  return matches.find((match) => match.start === start);
}
