/** The mathematics behind the pictures. Pure, so that the server and the browser draw the same. */

export type Point = readonly [x: number, y: number];
export type Cubic = readonly [Point, Point, Point, Point];

/** Numbers from 0 to 1 that depend on the seed alone. */
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

/** A whole number from 0 to `choices` - 1 that depends on the seed alone. */
export const pickFrom = (seed: string, choices: number) => Math.floor(randomFrom(seed)() * choices);

export const round = (value: number) => Math.round(value * 10) / 10;

/** "12.3 45.6": a point as paths write it. */
export const at = (x: number, y: number) => `${round(x)} ${round(y)}`;
export const atPoint = ([x, y]: Point) => at(x, y);

/** Through the points. */
export const stroke = (points: readonly Point[]) => start(points) + steps('l', points, 1);

/** From the first of three points to the last, bent towards the one between. */
export const bent = (points: readonly [Point, Point, Point]) =>
  start(points) + steps('q', points, 2);

/**
 * Along a line that is known everywhere, in a few smooth pieces instead of many straight ones: each arrives in the
 * line's own direction, and the next one leaves in it.
 */
export function curve(
  along: (t: number) => Point,
  from: number,
  to: number,
  pieces: number,
): string {
  const piece = (to - from) / pieces;
  const little = piece / 1000;
  /** From the point of `t` a third of a piece straight ahead, or back. */
  const bend = (t: number, way: 1 | -1): Point => {
    const [[x, y], before, after] = [along(t), along(t - little), along(t + little)];
    const reach = (way * piece) / 3 / (2 * little);
    return [x + (after[0] - before[0]) * reach, y + (after[1] - before[1]) * reach];
  };
  const ends = Array.from({ length: pieces }, (_, index) => from + piece * (index + 1));
  const [first = to] = ends;
  const begin = [along(from), bend(from, 1), bend(first, -1), along(first)];
  const goOn = ends.slice(1).flatMap((t) => [bend(t, -1), along(t)]);
  return start(begin) + steps('c', begin, 3) + steps('s', [along(first), ...goOn], 2);
}

const start = ([point = [0, 0]]: readonly Point[]) => `M${atPoint(point)}`;

/**
 * Each point told as the step from the one before: that takes half the letters of where it is, and a page may have
 * a thousand of them. The bends of a curve count from where it begins, as its end does: `each` is how many points
 * one takes.
 */
function steps(how: 'l' | 'q' | 'c' | 's', points: readonly Point[], each: number): string {
  let [fromX, fromY] = [0, 0];
  let path = how as string;
  points.forEach((point, index) => {
    const [x, y] = [round(point[0]), round(point[1])];
    if (index) path += step(x - fromX, index > 1) + step(y - fromY, true);
    if (index % each === 0) [fromX, fromY] = [x, y];
  });
  return path;
}

/** "-.4" or " 12": the sign separates where there is one, and nobody misses the nought. */
function step(value: number, isNext: boolean): string {
  const text = String(round(value)).replace(/^(-?)0\./, '$1.');
  return isNext && !text.startsWith('-') ? ` ${text}` : text;
}

export function alongCubic([a, b, c, d]: Cubic, t: number): Point {
  const u = 1 - t;
  const on = (k: 0 | 1) =>
    u * u * u * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t * t * t * d[k];
  return [on(0), on(1)];
}

/** The place and heading after a fraction of the curve's length. */
export function alongLength(curve: Cubic, fraction: number): { point: Point; degrees: number } {
  const steps = 200;
  const points = Array.from({ length: steps + 1 }, (_, step) => alongCubic(curve, step / steps));
  const lengths = [0];
  for (let step = 1; step <= steps; step += 1) {
    lengths.push((lengths[step - 1] ?? 0) + distance(points[step - 1], points[step]));
  }
  const wanted = (lengths[steps] ?? 0) * fraction;
  const found = Math.max(
    1,
    lengths.findIndex((length) => length >= wanted),
  );
  const from = points[found - 1] ?? curve[0];
  const to = points[found] ?? curve[3];
  return { point: to, degrees: degreesOf(from, to) };
}

const distance = (a: Point = [0, 0], b: Point = [0, 0]) => Math.hypot(b[0] - a[0], b[1] - a[1]);

export const degreesOf = (from: Point, to: Point) =>
  (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;

/** The only mascot: marker, bullet, head of a track. */
export const birdPath = 'M-8 -5.5 L9 0 L-8 5.5 L-4 0 Z';
