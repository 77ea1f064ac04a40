import { alongCubic, type Cubic, type Point } from '../art/geometry.ts';

/** Straight pieces that stand in for a curve. The quadratic ones are those of letters, and small. */
const pieces = { quadratic: 6, cubic: 24 };

/** How many numbers each command of a path takes. */
const counts: Record<string, number> = { m: 2, l: 2, q: 4, c: 6 };

/** Reads an SVG path into lines of points. It knows the commands M, L, Q, C and Z, absolute and relative. */
export function pointsOf(path: string): Point[][] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  let at: Point = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const count = counts[command.toLowerCase()];
    if (!count) continue;
    const isRelative = command === command.toLowerCase();
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
    for (let from = 0; from + count <= numbers.length; from += count) {
      const points: Point[] = [];
      for (let index = from; index < from + count; index += 2) {
        const [x, y] = [numbers[index] ?? 0, numbers[index + 1] ?? 0];
        points.push(isRelative ? [at[0] + x, at[1] + y] : [x, y]);
      }
      if (command.toLowerCase() === 'm') {
        line = [];
        lines.push(line);
      }
      if (count > 2) line.push(...bend(at, points));
      at = points.at(-1) ?? at;
      line.push(at);
    }
  }
  return lines;
}

/** The points between the ends of a curve. */
function bend(from: Point, points: Point[]): Point[] {
  const [one = from, two = from, three] = points;
  const cubic: Cubic = three ? [from, one, two, three] : raise(from, one, two);
  const count = three ? pieces.cubic : pieces.quadratic;
  return Array.from({ length: count - 1 }, (_, index) => alongCubic(cubic, (index + 1) / count));
}

/** Writes a quadratic curve as a cubic one. */
function raise(from: Point, control: Point, to: Point): Cubic {
  const third = (end: Point): Point => [
    end[0] + ((control[0] - end[0]) * 2) / 3,
    end[1] + ((control[1] - end[1]) * 2) / 3,
  ];
  return [from, third(from), third(to), to];
}

/** Moves, scales and turns points: first the scale, then the turn, then the move. */
export function place(
  lines: readonly (readonly Point[])[],
  { x, y, scale = 1, degrees = 0 }: { x: number; y: number; scale?: number; degrees?: number },
): Point[][] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return lines.map((line) =>
    line.map(([u, v]): Point => [x + u * cos - v * sin, y + u * sin + v * cos]),
  );
}
