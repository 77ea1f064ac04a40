import { alongCubic, type Cubic, type Point } from '../art/geometry.ts';

/** The number of straight pieces that replace a curve. Quadratic curves are short: those of letters and feathers. */
const pieces = { quadratic: 6, cubic: 24 };

/** The number of arguments of each path command. */
const counts: Record<string, number> = { m: 2, l: 2, q: 4, c: 6, s: 4, h: 1, v: 1 };

/**
 * Converts an SVG path to lines of points. Supports M, L, H, V, Q, C and S, absolute and relative; ignores other
 * commands.
 */
export function pointsOf(path: string): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  let at: Point = [0, 0];
  /** The last control point of the previous curve. */
  let control: Point = at;
  for (const [, command = '', rest = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = counts[command.toLowerCase()];
    if (!count) continue;
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    for (let from = 0; from + count <= numbers.length; from += count) {
      const points = pairsOf(numbers.slice(from, from + count), command, at);
      if (command.toLowerCase() === 'm') {
        line = [];
        lines.push(line);
      }
      // The first control point of a smooth curve is the previous control point, mirrored at the current point.
      if (command.toLowerCase() === 's') {
        points.unshift([2 * at[0] - control[0], 2 * at[1] - control[1]]);
      }
      if (points.length > 1) line.push(...bend(at, points));
      control = points.at(-2) ?? at;
      at = points.at(-1) ?? at;
      line.push(at);
    }
  }
  return lines;
}

/** Returns the points of one repetition of a command, in absolute coordinates. */
function pairsOf(numbers: number[], command: string, [x, y]: Point): Point[] {
  const [fromX, fromY] = command === command.toLowerCase() ? [x, y] : [0, 0];
  const [first = 0] = numbers;
  if (command.toLowerCase() === 'h') return [[fromX + first, y]];
  if (command.toLowerCase() === 'v') return [[x, fromY + first]];
  const points: Point[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    points.push([fromX + (numbers[at] ?? 0), fromY + (numbers[at + 1] ?? 0)]);
  }
  return points;
}

/** Returns the points between the two ends of a curve. */
function bend(from: Point, points: Point[]): Point[] {
  const [one = from, two = from, three] = points;
  const cubic: Cubic = three ? [from, one, two, three] : toCubic(from, one, two);
  const count = three ? pieces.cubic : pieces.quadratic;
  return Array.from({ length: count - 1 }, (_, index) => alongCubic(cubic, (index + 1) / count));
}

function toCubic(from: Point, control: Point, to: Point): Cubic {
  const third = (end: Point): Point => [
    end[0] + ((control[0] - end[0]) * 2) / 3,
    end[1] + ((control[1] - end[1]) * 2) / 3,
  ];
  return [from, third(from), third(to), to];
}

/** Scales, then rotates, then moves points. */
export function transform(
  lines: readonly (readonly Point[])[],
  { x, y, scale = 1, degrees = 0 }: { x: number; y: number; scale?: number; degrees?: number },
): Point[][] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return lines.map((line) =>
    line.map(([u, v]): Point => [x + u * cos - v * sin, y + u * sin + v * cos]),
  );
}
