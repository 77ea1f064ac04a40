import { limits } from '#contract/vocabulary.ts';
import type { Lettering, Setting } from './lettering.ts';

/** Sizes of a title, the largest first, each with its maximum number of lines. */
const sizes = [
  { size: 128, most: 1 },
  { size: 98, most: 2 },
  { size: 78, most: 3 },
  { size: 64, most: 4 },
  { size: 54, most: 4 },
];

export interface SetTitle {
  lines: string[];
  setting: Setting;
}

/**
 * Breaks a title into lines of at most `width`, in the largest size in which it fits. Cuts a title that is too long for
 * the smallest size. Returns undefined if the face lacks a letter of the title, or if no letter is left.
 */
export function setTitle(title: string, face: Lettering, width: number): SetTitle | undefined {
  const text = drawable(title);
  if (!text || ![...text].every((letter) => face.has(letter))) return undefined;
  for (const { size, most } of sizes) {
    const setting = { size, letterSpacing: -0.026, wordSpacing: 0.05 };
    const fits = (line: string, limit = width) => face.widthOf(line, setting) <= limit;
    const lines = breakLines(text, fits);
    if (lines.length <= most) return { lines: balance(text, lines, fits, width), setting };
    if (size === sizes.at(-1)?.size) return { lines: cut(lines.slice(0, most), fits), setting };
  }
  return undefined;
}

/** Matches pictographs (except ©, ® and ™) and characters without a glyph of their own, such as directional marks. */
const undrawable =
  /[\p{Extended_Pictographic}--[©®™]]|[\p{C}\p{Emoji_Modifier}\p{Regional_Indicator}\u{FE0F}\u{20E3}]/gv;

/** Normalises a title: at most `limits.line` code units, NFC, plain hyphens, single spaces, nothing `undrawable`. */
const drawable = (title: string) =>
  title
    .slice(0, limits.line)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(undrawable, '')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(/ +/g, ' ')
    .trim();

type Fits = (line: string, limit?: number) => boolean;

/** Fills each line with as many words as fit, and breaks words that are wider than a line. */
function breakLines(text: string, fits: Fits, limit?: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer, limit)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = '';
    for (const letter of word) {
      if (line && !fits(line + letter, limit)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

/** Makes the lines about equally long: finds the narrowest width that adds no line and breaks no further word. */
function balance(text: string, lines: string[], fits: Fits, width: number): string[] {
  let balanced = lines;
  for (let limit = width * 0.95; limit > width * 0.3; limit -= width * 0.05) {
    const narrower = breakLines(text, fits, limit);
    const hasBrokenWord = narrower.join(' ') !== lines.join(' ');
    if (narrower.length > lines.length || hasBrokenWord) break;
    balanced = narrower;
  }
  return balanced;
}

/** Shortens the last line until it fits with an ellipsis. */
function cut(lines: string[], fits: Fits): string[] {
  const last = [...(lines.at(-1) ?? '')];
  while (last.length > 0 && !fits(`${last.join('').trimEnd()}…`)) last.pop();
  return [...lines.slice(0, -1), `${last.join('').replace(/[\s,.;:–—-]+$/, '')}…`];
}
