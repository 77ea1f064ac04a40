import { alongCubic, at, type Cubic, formatPoint, type Point } from './geometry.ts';

/** The drawing of the wing. Each feather is a lens-shaped outline with a shaft, and the feathers overlap. */

interface Feather {
  outline: string;
  shaft: string;
  base: Point;
  tip: Point;
  bends: readonly [Point, Point];
}

const tilt = 9;
const scale = 0.93;
const shoulder: Point = [112, 604];

function feather(
  [x, y]: Point,
  degrees: number,
  length: number,
  above: number,
  below: number,
  bend: number,
): Feather {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const to = (u: number, v: number): Point => [x + u * cos - v * sin, y + u * sin + v * cos];
  const tip = to(length, bend * length);
  const bends = [to(length * 0.35, 0), to(length * 0.7, bend * length * 0.3)] as const;
  const upper = [
    to(length * 0.25, -above * length * 1.1),
    to(length * 0.75, -above * length + bend * length * 0.35),
  ] as const;
  const lower = [
    to(length * 0.8, below * length + bend * length * 0.75),
    to(length * 0.22, below * length * 1.05),
  ] as const;
  const start = at(x, y);
  return {
    outline: `M${start}C${formatPoint(upper[0])} ${formatPoint(upper[1])} ${formatPoint(tip)}C${formatPoint(lower[0])} ${formatPoint(lower[1])} ${start}Z`,
    shaft: `M${start}C${formatPoint(bends[0])} ${formatPoint(bends[1])} ${formatPoint(tip)}`,
    base: [x, y],
    tip,
    bends,
  };
}

/** Returns a point of the arm, from the shoulder (0) to the hand (1). */
function arm(t: number): Point {
  const curve: Cubic = [
    [150, 640],
    [170, 470],
    [300, 420],
    [420, 300],
  ];
  const [x, y] = alongCubic(curve, t);
  const angle = (tilt * Math.PI) / 180;
  const [u, v] = [(x - 150) * scale, (y - 640) * scale];
  return [
    shoulder[0] + u * Math.cos(angle) - v * Math.sin(angle),
    shoulder[1] + u * Math.sin(angle) + v * Math.cos(angle),
  ];
}

const primaryLengths = [372, 418, 436, 438, 428, 408, 384, 358, 334, 312];

/** Returns the ten primaries (the outer flight feathers), outermost first, then ten secondaries. */
const flightFeathers = () =>
  Array.from({ length: 20 }, (_, index) => {
    const primary = index < 10;
    const along = 1 - (primary ? index * 0.022 : 0.2 + (index - 9) * 0.056);
    const degrees = tilt + (primary ? -62 + index * 7.4 : 9 + (index - 10) * 4.6);
    const length = primary ? (primaryLengths[index] ?? 0) : 292 - (index - 10) * 9.5;
    return feather(
      arm(Math.max(0.04, along)),
      degrees,
      length * scale,
      primary ? 0.028 : 0.034,
      primary ? 0.062 : 0.085,
      primary ? 0.05 : 0.07,
    );
  });

/** Returns the outlines of one row of coverts, the small feathers over the roots of the flight feathers. */
function coverts(count: number, width: number, lengthAt: (t: number) => number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const t = 1 - index / (count - 1);
    const base = arm(Math.max(0.05, 1 - t * 0.93));
    const degrees = tilt - 50 + t * 108;
    return feather(base, degrees, scale * lengthAt(t), width * 0.55, width, 0.06).outline;
  });
}

const liveIndex = 2;

function barbs({ base, bends, tip }: Feather): string {
  const curve: Cubic = [base, bends[0], bends[1], tip];
  let path = '';
  for (let step = 8; step < 49; step += 1) {
    const t = step / 50;
    const from = alongCubic(curve, t);
    const [x, y] = alongCubic(curve, Math.min(1, t + 0.085));
    const [nx, ny] = [-(y - from[1]), x - from[0]];
    const width = Math.sin(Math.PI * Math.min(1, t * 1.02)) ** 0.7;
    const start = formatPoint(from);
    path += `M${start}L${at(x + nx * 0.72 * width, y + ny * 0.72 * width)}`;
    path += `M${start}L${at(x - nx * 0.33 * width, y - ny * 0.33 * width)}`;
  }
  return path;
}

/** Returns the flight route. It begins on the ground at the bottom left, and follows the highlighted feather. */
function climbOut({ base, bends, tip }: Feather) {
  const before: Point = [
    base[0] - (bends[0][0] - base[0]) * 1.05,
    base[1] - (bends[0][1] - base[1]) * 1.05,
  ];
  const last: Point = [tip[0] - bends[1][0], tip[1] - bends[1][1]];
  const length = Math.hypot(...last);
  const end: Point = [tip[0] + (last[0] / length) * 92, tip[1] + (last[1] / length) * 92];
  return {
    path: `M-1400 719H40C250 719 ${formatPoint(before)} ${formatPoint(base)}C${formatPoint(bends[0])} ${formatPoint(bends[1])} ${formatPoint(tip)}L${formatPoint(end)}`,
    end,
    degrees: (Math.atan2(end[1] - tip[1], end[0] - tip[0]) * 180) / Math.PI,
    middle: alongCubic([[40, 719], [250, 719], before, base], 0.55),
  };
}

function label({ tip, bends }: Feather, text: string) {
  const [dx, dy] = [tip[0] - bends[1][0], tip[1] - bends[1][1]];
  const length = Math.hypot(dx, dy);
  return { text, x: tip[0] + (dx / length) * 16, y: tip[1] + (dy / length) * 16 + 4 };
}

function draw() {
  const feathers = flightFeathers();
  const live = feathers[liveIndex] as Feather;
  return {
    /** The innermost feather comes first, so that outer feathers are drawn on top. */
    feathers: feathers.map((each, index) => ({ ...each, live: index === liveIndex })).reverse(),
    coverts: [
      ...coverts(20, 0.12, (t) => 176 - Math.abs(t - 0.35) * 70),
      ...coverts(18, 0.17, (t) => 104 - Math.abs(t - 0.4) * 34),
    ],
    barbs: barbs(live),
    leadingEdge: Array.from({ length: 31 }, (_, step) => {
      const [x, y] = arm(step / 30);
      return `${step ? 'L' : 'M'}${at(x - 3, y - 3)}`;
    }).join(''),
    labels: feathers
      .slice(0, 10)
      .map((each, index) => label(each, `P${10 - index}`))
      .filter((_, index) => index !== liveIndex),
    route: climbOut(live),
    liveBase: live.base,
  };
}

let drawn: ReturnType<typeof draw> | undefined;

/** Returns the drawing of the wing. It is computed on first use, because most pages do not show it. */
export function wing() {
  drawn ??= draw();
  return drawn;
}
