/** Geometry of the drawings. All functions are pure, so the server and the browser draw the same. */

export type Point = readonly [x: number, y: number];
export type Cubic = readonly [Point, Point, Point, Point];

/** Returns a generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). The seed alone determines them. */
export function randomFrom(seed: string): () => number {
  let state = 0;
  for (const character of seed) state = (state * 31 + character.charCodeAt(0)) >>> 0;
  state = ((state ^ (state >>> 15)) * 2246822519) >>> 0 || 1;
  state = ((state ^ (state >>> 13)) * 3266489917) >>> 0 || 1;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Returns an integer from 0 to `choices` - 1, which the seed alone determines. */
export const pickFrom = (seed: string, choices: number) => Math.floor(randomFrom(seed)() * choices);

export const round = (value: number) => Math.round(value * 10) / 10;

/** Writes a point for an SVG path: "12.3 45.6". */
export const at = (x: number, y: number) => `${round(x)} ${round(y)}`;
export const formatPoint = ([x, y]: Point) => at(x, y);

/** Writes an SVG path of straight lines through the points. */
export const stroke = (points: readonly Point[]) => start(points) + steps('l', points, 1);

/** Writes a quadratic curve from the first to the third point; the second is its control point. */
export const quadraticPath = (points: readonly [Point, Point, Point]) =>
  start(points) + steps('q', points, 2);

/**
 * Approximates a parametric line with `pieces` cubic curves. At a joint both curves have the tangent of the line, so
 * the joint is smooth.
 */
export function curve(
  along: (t: number) => Point,
  from: number,
  to: number,
  pieces: number,
): string {
  const piece = (to - from) / pieces;
  const delta = piece / 1000;
  /** Returns the control point a third of a piece along the tangent at `t`, forwards (1) or backwards (-1). */
  const bend = (t: number, direction: 1 | -1): Point => {
    const [[x, y], before, after] = [along(t), along(t - delta), along(t + delta)];
    const reach = (direction * piece) / 3 / (2 * delta);
    return [x + (after[0] - before[0]) * reach, y + (after[1] - before[1]) * reach];
  };
  const ends = Array.from({ length: pieces }, (_, index) => from + piece * (index + 1));
  const [first = to] = ends;
  const begin = [along(from), bend(from, 1), bend(first, -1), along(first)];
  const goOn = ends.slice(1).flatMap((t) => [bend(t, -1), along(t)]);
  return start(begin) + steps('c', begin, 3) + steps('s', [along(first), ...goOn], 2);
}

const start = ([point = [0, 0]]: readonly Point[]) => `M${formatPoint(point)}`;

/**
 * Writes points as relative coordinates, which are half as long as absolute ones; a page may have a thousand points.
 * A curve has `each` points, and all of them are relative to its start.
 */
function steps(command: 'l' | 'q' | 'c' | 's', points: readonly Point[], each: number): string {
  let [fromX, fromY] = [0, 0];
  let path = command as string;
  points.forEach((point, index) => {
    const [x, y] = [round(point[0]), round(point[1])];
    if (index) path += step(x - fromX, index > 1) + step(y - fromY, true);
    if (index % each === 0) [fromX, fromY] = [x, y];
  });
  return path;
}

/** Writes a number as short as SVG allows: "-.4" or " 12". A minus sign needs no space before it. */
function step(value: number, isAfterNumber: boolean): string {
  const text = String(round(value)).replace(/^(-?)0\./, '$1.');
  return isAfterNumber && !text.startsWith('-') ? ` ${text}` : text;
}

export function alongCubic([a, b, c, d]: Cubic, t: number): Point {
  const u = 1 - t;
  const on = (k: 0 | 1) =>
    u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
  return [on(0), on(1)];
}

/** Returns the position and direction after a fraction of the curve's length, rounded up to one of 200 steps. */
export function alongLength(curve: Cubic, fraction: number): { point: Point; degrees: number } {
  const steps = 200;
  const points = Array.from({ length: steps + 1 }, (_, step) => alongCubic(curve, step / steps));
  const lengths = [0];
  for (let step = 1; step <= steps; step += 1) {
    lengths.push((lengths[step - 1] ?? 0) + distance(points[step - 1], points[step]));
  }
  const wanted = (lengths[steps] ?? 0) * fraction;
  const index = Math.max(
    1,
    lengths.findIndex((length) => length >= wanted),
  );
  const from = points[index - 1] ?? curve[0];
  const to = points[index] ?? curve[3];
  return { point: to, degrees: degreesOf(from, to) };
}

const distance = (a: Point = [0, 0], b: Point = [0, 0]) => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const degreesOf = (from: Point, to: Point) =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** The SVG path of the bird, which flies to the right. */
export const birdPath = 'M-8 -5.5 L9 0 L-8 5.5 L-4 0 Z';
