import { foldText } from './search-text.ts';

/** A title with fewer words is not compared with the titles of other ideas. */
export const leastTitleWords = 3;

/** Scripts without spaces between words. Every three characters of these scripts count as a word. */
const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}';
const word = new RegExp(`[${unspaced}]{3}|[\\p{L}\\p{N}\\p{M}]+`, 'gu');

/** Returns the words of a title, folded as in searches. */
export const titleWords = (title: string): string[] => foldText(title).match(word) ?? [];
