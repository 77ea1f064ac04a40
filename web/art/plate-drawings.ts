import {
  alongCubic,
  at,
  type Cubic,
  curve,
  formatPoint,
  type Point,
  quadraticPath,
  randomFrom,
  round,
  stroke,
} from './geometry.ts';
import { type PlateKind, plateKindOf } from './plate-kinds.ts';

/** Computes "plates": abstract drawings for posts and pages without a picture, as SVG paths. */

export interface Drawing {
  /** Fine lines. */
  lines?: string;
  /** The one line in the accent colour. */
  live?: string;
  /** Strong lines. */
  strong?: string;
  /** Small filled shapes. */
  shapes?: string;
  /** The one filled shape in the accent colour. */
  liveShape?: string;
  /** The centres of small dots, each as "x y". */
  dots?: string[];
}

export interface PlateRequest {
  seed: string;
  kind?: PlateKind | undefined;
  width: number;
  height: number;
}

export const drawPlate = ({
  seed,
  kind = plateKindOf(seed),
  width,
  height,
}: PlateRequest): Drawing => drawings[kind](width, height, randomFrom(seed));

type Draw = (width: number, height: number, random: () => number) => Drawing;

const drawings: Record<PlateKind, Draw> = { feather, flock, wingbeat, egg, routes, field };

function feather(w: number, h: number, random: () => number): Drawing {
  const liveBarb = 40 + Math.floor(random() * 50);
  const split = 23 + Math.floor(random() * 20);
  const lean = (random() - 0.5) * 0.16;
  const shaft: Cubic = [
    [w * 0.13, h * 0.83],
    [w * 0.36, h * (0.74 + lean)],
    [w * 0.62, h * (0.4 + lean)],
    [w * 0.91, h * 0.13],
  ];
  const scale = Math.min(w, h * 1.7) / 800;
  let lines = '';
  let live = '';
  for (let step = 6; step < 118; step += 1) {
    const t = step / 120;
    const [x, y] = alongCubic(shaft, t);
    const [x2, y2] = alongCubic(shaft, Math.min(1, t + 0.02));
    const length = Math.hypot(x2 - x, y2 - y) || 1;
    const [ux, uy] = [(x2 - x) / length, (y2 - y) / length];
    const swell = Math.sin(Math.PI * Math.min(0.985, t ** 0.72)) ** 0.62 * (1 - t ** 7 * 0.8);
    const barb = (side: 1 | -1, reach: number) => {
      const [nx, ny] = [-uy * side, ux * side];
      const bend: Point = [
        x + nx * reach * 0.55 + ux * reach * 0.2,
        y + ny * reach * 0.55 + uy * reach * 0.2,
      ];
      const end: Point = [x + ux * reach * 0.95 + nx * reach, y + uy * reach * 0.95 + ny * reach];
      return quadraticPath([[x, y], bend, end]);
    };
    const upper = barb(1, 118 * scale * swell * (step % split === 0 ? 0.55 : 1));
    if (step === liveBarb) live = upper;
    else lines += upper;
    lines += barb(-1, 66 * scale * swell);
  }
  const back = (share: number, drop = 0) =>
    at(
      shaft[0][0] - (shaft[1][0] - shaft[0][0]) * share,
      shaft[0][1] - (shaft[1][1] - shaft[0][1]) * share + drop,
    );
  const strong = `M${back(0.34, h * 0.012)}Q${back(0.16)} ${formatPoint(shaft[0])}C${formatPoint(shaft[1])} ${formatPoint(shaft[2])} ${formatPoint(shaft[3])}`;
  return { lines, live, strong };
}

function flock(w: number, h: number, random: () => number): Drawing {
  const around = () => (random() + random() + random() - 1.5) / 1.5;
  const middle = (t: number) => h * (0.8 - 0.62 * t ** 1.5) + Math.sin(t * 7) * h * 0.06;
  const bird = (x: number, y: number, t: number, size: number) => {
    const angle = Math.atan2(middle(t + 0.02) - middle(t - 0.02), w * 0.036) + around() * 0.16;
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size];
    const to = (u: number, v: number): Point => [x + u * cos - v * sin, y + u * sin + v * cos];
    return `${stroke([to(-8, -5.5), to(9, 0), to(-8, 5.5), to(-4, 0)])}z`;
  };
  let shapes = '';
  for (let index = 0; index < 149; index += 1) {
    const t = Math.min(0.98, Math.max(0.02, 0.5 + around() * 0.52));
    const spread = h * (0.08 + 0.2 * Math.sin(Math.PI * t));
    shapes += bird(
      t * w * 0.88,
      middle(t) + around() * spread,
      t,
      0.34 + 0.5 * random() * (0.5 + t * 0.7),
    );
  }
  return { shapes, liveShape: bird(w * 0.95, middle(1), 1, 1.25) };
}

function wingbeat(w: number, h: number, random: () => number): Drawing {
  const wave = 92 + random() * 70;
  const phase = random() * 4;
  const liveLine = 8 + Math.floor(random() * 14);
  let lines = '';
  let live = '';
  for (let index = 0; index < 26; index += 1) {
    const swing = (30 + index * 4.2) * (h / 500);
    const beat = (x: number): Point => {
      const envelope = 0.35 + 0.65 * Math.sin((Math.PI * x) / w);
      const wing = Math.sin(x / wave + index * 0.13 + phase) * swing * envelope;
      return [x, h * 0.52 + wing - (x / w - 0.5) * 60];
    };
    const path = curve(beat, -10, w + 10, Math.ceil(w / 64));
    if (index === liveLine) live = path;
    else lines += path;
  }
  return { lines, live };
}

function egg(w: number, h: number, random: () => number): Drawing {
  const liveRing = 4 + Math.floor(random() * 9);
  const [middleX, middleY] = [w * (0.38 + random() * 0.24), h * (0.44 + random() * 0.16)];
  const point = 0.1 + random() * 0.16;
  let lines = '';
  let live = '';
  for (let ring = 1; ring <= 19; ring += 1) {
    const radius = ring * 14;
    const shell = (angle: number): Point => [
      middleX + Math.cos(angle) * radius * 1.28 + ring * 3,
      middleY + Math.sin(angle) * radius * (1 - point * Math.cos(angle)),
    ];
    const path = `${curve(shell, 0, 2 * Math.PI, 12)}z`;
    if (ring === liveRing) live = path;
    else lines += path;
  }
  const [x, y] = [round(middleX + liveRing * 3), round(middleY)];
  return { lines, live, strong: `M${x - 8} ${y}h16M${x} ${y - 8}v16` };
}

function routes(w: number, h: number, random: () => number): Drawing {
  const liveRoute = 5 + Math.floor(random() * 16);
  const reach = 0.78 + random() * 0.16;
  let lines = '';
  let live = '';
  const dots: string[] = [];
  for (let index = 0; index < 34; index += 1) {
    const t = index / 33;
    const endX = w * 0.2 + w * reach * Math.sin(0.15 + t * 1.42);
    const bendY = h * 1.02 - h * 1.02 * Math.cos(t * 1.5 - 0.12) + (t > 0.7 ? 10 : 0);
    const endY = h - (h - 40) * (1 - t);
    const bend = at(endX * 0.62, bendY + (h - bendY) * 0.55 * t);
    const path = `M-20 ${h - 34}C${at(w * 0.3, h - 34)} ${bend} ${at(endX, endY)}`;
    if (index === liveRoute) live = path;
    else lines += path;
    dots.push(at(endX, endY));
  }
  return { lines, live, dots };
}

function field(w: number, h: number, random: () => number): Drawing {
  const [eyeX, eyeY] = [w * (0.36 + random() * 0.34), h * (0.36 + random() * 0.26)];
  const turn = 1.3 + random() * 0.4;
  const start = random() * 2 * Math.PI;
  const heading = (x: number, y: number) => {
    const [dx, dy] = [x - eyeX, y - eyeY];
    const away = Math.hypot(dx, dy);
    return { angle: Math.atan2(dy, dx) + turn + 60 / (away + 40), away };
  };
  let lines = '';
  for (let y = 30; y < h; y += 26) {
    for (let x = 26; x < w; x += 26) {
      const { angle, away } = heading(x, y);
      const length = (8 + 7 * Math.min(1, 120 / (away + 20))) * 0.7;
      const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
      lines += stroke([
        [x - dx, y - dy],
        [x + dx, y + dy],
      ]);
    }
  }
  let [x, y] = [eyeX + Math.cos(start) * h * 0.32, eyeY + Math.sin(start) * h * 0.32];
  const points: Point[] = [[x, y]];
  for (let step = 0; step < 210; step += 1) {
    const { angle } = heading(x, y);
    x += Math.cos(angle) * 6;
    y += Math.sin(angle) * 6;
    points.push([x, y]);
  }
  return { lines, live: stroke(points) };
}
