import { foldText } from './search-text.ts';
import { limits } from './vocabulary.ts';

/** Words of a search that count. */
const mostWords = 8;

/** The words of a folded search, the longest first: all of them are looked for, in any order. */
export const searchWords = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/).filter(Boolean))]
    .slice(0, mostWords)
    .sort((one, other) => other.length - one.length);

/** False for texts that find nothing, because no word has two characters. */
export const isSearchable = (folded: string): boolean =>
  [...(searchWords(folded)[0] ?? '')].length >= limits.minSearch;

/** A part of a text. Those that match are highlighted. */
export interface MarkedPart {
  text: string;
  isMatch: boolean;
}

/** Finds the first place of a folded text in a text: see search-text.ts. Undefined: there is none. */
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

/** Folding changes the length of a few texts: then each character is folded by itself, to know where it was. */
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

/** Highlights no more matches than these: a text of one repeated letter would have hundreds. */
const mostMarks = 20;

/** Cuts a text into the parts that match one of the words, and those between them. */
export function markedParts(text: string, words: string[]): MarkedPart[] {
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

/** The match that begins first; of those that begin together, the one of the first word. */
function firstMatch(text: string, words: string[], from: number) {
  const matches = words.flatMap((word) => findMatch(text, word, from) ?? []);
  const start = Math.min(...matches.map((match) => match.start));
  return matches.find((match) => match.start === start);
}
