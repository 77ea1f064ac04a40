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

/**
 * Through the points, each told as the step from the one before: that takes half the letters of where it is, and
 * a page may have a thousand of them.
 */
export function stroke(points: readonly Point[], how: 'l' | 'q' = 'l'): string {
  let [x, y] = points[0] ?? [0, 0];
  [x, y] = [round(x), round(y)];
  let path = `M${x} ${y}${how}`;
  let [fromX, fromY] = [x, y];
  for (let index = 1; index < points.length; index += 1) {
    const point = points[index] ?? [0, 0];
    [x, y] = [round(point[0]), round(point[1])];
    path += step(x - fromX, index > 1) + step(y - fromY, true);
    // Of a curve, both its bend and its end count from where it begins.
    if (how === 'l' || index % 2 === 0) [fromX, fromY] = [x, y];
  }
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
