import type { Point } from '../art/geometry.ts';

/** A colour as `#rrggbb`. */
export type Colour = `#${string}`;

/** Levels of anti-aliasing: the share of a pixel that a shape covers is rounded to 1/16. */
const steps = 16;
const mostColours = 256;

/** A picture in memory with a palette of at most 256 colours. Each pixel is an index into the palette. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** The colours, as 0xrrggbb. */
  readonly palette: number[] = [];
  readonly #numbers = new Map<number, number>();
  /** For each pixel, the covered area minus that of the pixel to its left. All zero when `fill` returns. */
  readonly #changes: Float32Array;
  /** Palette indices of the colours mixed so far, by the colour below, the colour on top and its share. */
  readonly #mixed = new Map<number, number>();

  constructor(width: number, height: number, colour: Colour) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height);
    this.#changes = new Float32Array((width + 2) * height);
    this.#numberOf(numericOf(colour));
  }

  /** Reserves palette entries for the anti-aliased edges of `colour` on `on`, before other colours fill the palette. */
  reserve(colour: Colour, on: Colour): void {
    const [ink, below] = [this.#numberOf(numericOf(colour)), this.#numberOf(numericOf(on))];
    for (let share = 1; share < steps; share += 1) this.#mix(below, ink, share);
  }

  /** Fills a rectangle of whole pixels. */
  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    const ink = this.#numberOf(numericOf(colour));
    for (let row = y; row < y + height; row += 1) {
      this.pixels.fill(ink, row * this.width + x, row * this.width + x + width);
    }
  }

  /** Fills the area inside closed lines. A line inside another line cuts a hole if it has the opposite direction. */
  fill(lines: readonly (readonly Point[])[], colour: Colour): void {
    let [left, top, right, bottom] = [this.width, this.height, 0, 0];
    for (const line of lines) {
      const last = line.at(-1) ?? [0, 0];
      let [fromX, fromY] = [clamp(last[0], this.width), clamp(last[1], this.height)];
      for (const point of line) {
        const [x, y] = [clamp(point[0], this.width), clamp(point[1], this.height)];
        this.#addEdge(fromX, fromY, x, y);
        [fromX, fromY] = [x, y];
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
    }
    const ink = this.#numberOf(numericOf(colour));
    const [start, end] = [Math.floor(left), Math.ceil(right)];
    for (let row = Math.floor(top); row < bottom; row += 1) this.#paintRow(row, start, end, ink);
  }

  /** Draws an open line with flat ends. */
  stroke(line: readonly Point[], width: number, colour: Colour): void {
    const sides = line.map((point, at): [Point, Point] => {
      const [before, after] = [line[at - 1] ?? point, line[at + 1] ?? point];
      const [x, y] = [after[0] - before[0], after[1] - before[1]];
      const reach = width / 2 / (Math.hypot(x, y) || 1);
      const [u, v] = [-y * reach, x * reach];
      return [
        [point[0] + u, point[1] + v],
        [point[0] - u, point[1] - v],
      ];
    });
    const back = sides.map(([, other]) => other).reverse();
    this.fill([[...sides.map(([one]) => one), ...back]], colour);
  }

  /**
   * Records how one edge changes the covered area, row by row, and in each row pixel by pixel. In a pixel that the edge
   * crosses, the area to the right of the edge is covered. Every pixel further right is covered in its whole width.
   */
  #addEdge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const top = Math.min(y0, y1);
    const bottom = Math.max(y0, y1);
    const slope = (x1 - x0) / (y1 - y0);
    for (let row = Math.floor(top); row < bottom; row += 1) {
      const from = Math.max(top, row);
      const to = Math.min(bottom, row + 1);
      const xFrom = x0 + (from - y0) * slope;
      const xTo = x0 + (to - y0) * slope;
      const left = Math.min(xFrom, xTo);
      const right = Math.max(xFrom, xTo);
      const rowStart = row * (this.width + 2);
      for (let column = Math.floor(left); column <= right; column += 1) {
        const start = Math.max(left, column);
        const end = Math.min(right, column + 1);
        const share = right > left ? (end - start) / (right - left) : 1;
        const change = share * (to - from) * direction;
        const beside = (start + end) / 2 - column;
        this.#add(rowStart + column, change * (1 - beside));
        this.#add(rowStart + column + 1, change * beside);
      }
    }
  }

  #add(at: number, change: number): void {
    this.#changes[at] = (this.#changes[at] ?? 0) + change;
  }

  /** Sums up the changes of a row, which gives the covered area of each pixel, and mixes the ink in. */
  #paintRow(row: number, left: number, right: number, ink: number): void {
    const changesStart = row * (this.width + 2);
    const start = row * this.width;
    let sum = 0;
    for (let column = left; column < right; column += 1) {
      sum += this.#changes[changesStart + column] ?? 0;
      const covered = sum < 0 ? -sum : sum;
      const share = covered < 1 ? Math.round(covered * steps) : steps;
      if (share === steps) this.pixels[start + column] = ink;
      else if (share > 0) {
        this.pixels[start + column] = this.#mix(this.pixels[start + column] ?? 0, ink, share);
      }
    }
    this.#changes.fill(0, changesStart + left, changesStart + right + 2);
  }

  #mix(below: number, ink: number, share: number): number {
    const key = (below * mostColours + ink) * steps + share;
    const known = this.#mixed.get(key);
    if (known !== undefined) return known;
    const [under, over] = [this.palette[below] ?? 0, this.palette[ink] ?? 0];
    const mixed = this.#numberOf(mixValues(share / steps, over, under));
    this.#mixed.set(key, mixed);
    return mixed;
  }

  /** Returns the palette index of a colour, or of the most similar colour when the palette is full. */
  #numberOf(value: number): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number =
      this.palette.length < mostColours ? this.palette.push(value) - 1 : this.#nearest(value);
    this.#numbers.set(value, number);
    return number;
  }

  #nearest(value: number): number {
    const distances = this.palette.map((each) =>
      partsOf(each).reduce((sum, part, at) => sum + Math.abs(part - (partsOf(value)[at] ?? 0)), 0),
    );
    return distances.indexOf(Math.min(...distances));
  }
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

const numericOf = (colour: Colour) => Number.parseInt(colour.slice(1), 16);
const partsOf = (value: number) => [value >> 16, (value >> 8) & 255, value & 255];

function mixValues(share: number, one: number, other: number): number {
  const others = partsOf(other);
  return partsOf(one).reduce(
    (value, part, at) => value * 256 + Math.round(share * part + (1 - share) * (others[at] ?? 0)),
    0,
  );
}

/** Mixes a share of one colour into another. */
export const mix = (share: number, one: Colour, other: Colour): Colour =>
  `#${mixValues(share, numericOf(one), numericOf(other)).toString(16).padStart(6, '0')}`;
