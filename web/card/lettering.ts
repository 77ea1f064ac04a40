import type { Point } from '../art/geometry.ts';
import type { Outlines } from '../fonts/outlines.ts';
import { pointsOf, transform } from './path.ts';

/** The size in pixels; the spacings in ems. */
export interface Setting {
  size: number;
  letterSpacing?: number;
  wordSpacing?: number;
}

interface Glyph {
  advance: number;
  lines: Point[][];
}

/** Measures text, and returns its outlines, in one typeface. */
export class Lettering {
  readonly #outlines: Outlines;
  readonly #glyphs = new Map<string, Glyph>();
  /** Kerning in thousandths of an em, by the pair of letters. */
  readonly #kerning = new Map<string, number>();

  constructor(outlines: Outlines) {
    this.#outlines = outlines;
    for (const row of outlines.kerning) {
      const [lefts = '', ...values] = row.split('\t');
      for (const value of values) {
        const units = Number.parseInt(value, 10);
        const rights = value.slice(value.indexOf(' ') + 1);
        for (const left of lefts) {
          for (const right of rights) this.#kerning.set(left + right, units);
        }
      }
    }
  }

  has(letter: string): boolean {
    return Object.hasOwn(this.#outlines.glyphs, letter);
  }

  widthOf(text: string, setting: Setting): number {
    return this.#set(text, setting).width;
  }

  /** Returns the outlines of a line of text. The point is the start of its baseline. */
  linesOf(text: string, setting: Setting, [x, y]: Point): Point[][] {
    const scale = setting.size / 1000;
    return this.#set(text, setting).letters.flatMap(({ letter, at }) =>
      transform(this.#glyph(letter).lines, { x: x + at, y, scale }),
    );
  }

  #set(text: string, { size, letterSpacing = 0, wordSpacing = 0 }: Setting) {
    let [width, before] = [0, ''];
    const letters = [...text].map((letter) => {
      if (before)
        width += ((this.#kerning.get(before + letter) ?? 0) / 1000 + letterSpacing) * size;
      const at = width;
      width += (this.#glyph(letter).advance / 1000) * size;
      if (letter === ' ') width += wordSpacing * size;
      before = letter;
      return { letter, at };
    });
    return { letters, width };
  }

  /** Parses a glyph on first use, because most letters of a face are never drawn. */
  #glyph(letter: string): Glyph {
    const known = this.#glyphs.get(letter);
    if (known) return known;
    const source = this.has(letter) ? (this.#outlines.glyphs[letter] ?? '') : '';
    const [, advance = '0', rest = ''] = source.match(/^(\d+)(.*)$/) ?? [];
    const glyph = {
      advance: Number(advance),
      lines: rest.startsWith(' ') ? this.#joined(rest.trim().split(' ')) : pointsOf(rest),
    };
    this.#glyphs.set(letter, glyph);
    return glyph;
  }

  #joined(parts: string[]): Point[][] {
    return parts.flatMap((part) => {
      const [name = '', x, y] = part.split(',');
      return transform(this.#glyph(name).lines, { x: Number(x), y: Number(y) });
    });
  }
}
