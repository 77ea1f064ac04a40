import type { IdeaCard } from '#contract/idea-card.ts';
import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import { site } from '#site.config.ts';
import { ground as climbGround, climbOf } from '../art/flight.ts';
import { alongCubic, birdPath, type Cubic, degreesOf, type Point } from '../art/geometry.ts';
import { display as displayOutlines, mono as monoOutlines } from '../fonts/outlines.ts';
import { type Glyph, lookOf } from '../ui/status-look.ts';
import { Canvas, type Colour, mix } from './canvas.ts';
import { Lettering } from './lettering.ts';
import { place, pointsOf } from './path.ts';
import { setTitle } from './title.ts';

/** The picture of an idea for link previews: its title, its status, and the line that it has flown so far. */

const [width, height] = [1200, 630];
const margin = 64;

/** The dark theme's colours: a picture cannot read the CSS tokens. */
const colours = {
  page: '#0a151a',
  sunken: '#050f13',
  grid: '#132025',
  border: '#2c3c42',
  control: '#65787d',
  faint: '#859699',
  muted: '#a9b9bb',
  text: '#eef6f4',
  accent: '#ff4aa3',
} satisfies Record<string, Colour>;

/** By the names in tokens.css. */
const statusColours: Record<string, Colour> = {
  warning: '#f4be4f',
  info: '#68d6ec',
  success: '#61da92',
  'accent-text': '#ff81b8',
  danger: '#fb766a',
};

const display = new Lettering(displayOutlines);
const mono = new Lettering(monoOutlines);

export function drawCard({ title, status }: IdeaCard): Canvas {
  const canvas = new Canvas(width, height, colours.page);
  drawName(canvas);
  drawBadge(canvas, status);
  const set = setTitle(title, display, width - 2 * margin);
  // Without a title the line has its room too.
  const plate = { top: set ? 400 : 144, bottom: 562 };
  if (set) {
    const { lines, setting } = set;
    const lineHeight = setting.size * 1.06;
    const middle = (112 + plate.top) / 2;
    const first = middle - ((lines.length - 1) * lineHeight) / 2 + setting.size * 0.29;
    for (const [at, line] of lines.entries()) {
      const start: Point = [margin, first + at * lineHeight];
      canvas.fill(display.linesOf(line, setting, start), colours.text);
    }
  }
  drawFlight(canvas, plate, title, status);
  return canvas;
}

const mark = [
  { path: 'M4 27C13 27 15.5 16 28 15.5', colour: colours.text },
  { path: 'M4 27C14 27 17 22 28 22', colour: colours.text },
  { path: 'M4 27C12 27 12 7 28 5', colour: colours.accent },
];

/** The mark and the lab's name. */
function drawName(canvas: Canvas): void {
  for (const { path, colour } of mark) {
    const [line = []] = place(pointsOf(path), { x: margin - 6, y: 38, scale: 1.55 });
    canvas.stroke(line, 3.4, colour);
    for (const end of [line.at(0), line.at(-1)]) if (end) canvas.fill([circle(end, 1.7)], colour);
  }
  if (![...site.name].every((letter) => display.has(letter))) return;
  const setting = { size: 40, letterSpacing: -0.02 };
  canvas.fill(display.linesOf(site.name, setting, [margin + 56, 80]), colours.text);
}

const colourOf = (status: IdeaStatus): Colour =>
  statusColours[lookOf(status).colour] ?? colours.text;

/** The status in the corner, as the badges of the site show it. */
function drawBadge(canvas: Canvas, status: IdeaStatus): void {
  const { label, glyph } = lookOf(status);
  const colour = colourOf(status);
  const setting = { size: 25 };
  const [top, bottom, right] = [45, 93, width - margin];
  const left = right - mono.widthOf(label, setting) - 66;
  const corner = pointsOf(`M${right - 18} ${top}Q${right} ${top} ${right} ${top + 18}`).flat();
  canvas.fill(
    [[[left, top], ...corner, [right, bottom], [left, bottom]]],
    mix(0.15, colour, colours.page),
  );
  drawGlyph(canvas, glyph, [left + 29, (top + bottom) / 2], colour);
  canvas.fill(mono.linesOf(label, setting, [left + 48, 78]), colour);
}

function drawGlyph(canvas: Canvas, glyph: Glyph, [x, y]: Point, colour: Colour): void {
  const around = (path: string) => place(pointsOf(path), { x, y });
  if (glyph === 'chev') canvas.fill(around('M-8 -8L8 0L-8 8L-3.5 0Z'), colour);
  else if (glyph === 'cross') drawCross(canvas, [x, y], 7, colour);
  else if (glyph === 'dot') canvas.fill([circle([x, y], 8)], colour);
  else {
    canvas.fill([circle([x, y], 8), circle([x, y], 5.2).reverse()], colour);
    if (glyph === 'half') canvas.fill([circle([x, y], 6).filter(([u]) => u <= x)], colour);
  }
}

function drawCross(canvas: Canvas, [x, y]: Point, reach: number, colour: Colour): void {
  for (const way of [1, -1]) {
    canvas.stroke(
      [
        [x - reach, y - reach * way],
        [x + reach, y + reach * way],
      ],
      reach / 2,
      colour,
    );
  }
}

/** The stages on the way of an idea. A rejected one has left it. */
const stages = ideaStatuses.filter((status) => status !== 'rejected');

interface Plate {
  top: number;
  bottom: number;
}

/** Where the line leaves the ground, at the first stage, and where the last stage is. */
const [takeOff, summit] = [110, 1043];
const stageX = (at: number) => takeOff + ((summit - takeOff) * at) / (stages.length - 1);

/** The chart with the line: flown up to the bird, dotted ahead of it. */
function drawFlight(canvas: Canvas, plate: Plate, title: string, status: IdeaStatus): void {
  const ground = plate.bottom - 34;
  drawChart(canvas, plate, ground);
  const curve = curveOf(title, ground, plate.top + 26);
  const pointAt = (x: number) => curve.find((point) => point[0] >= x) ?? [x, ground];
  const reached = stages.indexOf(status as (typeof stages)[number]);
  const isRejected = reached === -1;
  const end = isRejected ? stageX(0.5) : stageX(reached);
  const colour = isRejected ? colours.control : colours.accent;

  drawDots(
    canvas,
    curve.filter(([x]) => x >= end),
  );
  const flown: Point[] = [[-10, ground], ...curve.filter(([x]) => x <= end)];
  canvas.stroke(flown, 5, colour);
  for (const [at, stage] of stages.entries()) {
    const point = pointAt(stageX(at));
    const isAhead = stageX(at) > end;
    // A rejected idea has no stages ahead of it.
    if (isRejected && isAhead) continue;
    if (at !== reached) canvas.fill([circle(point, 9)], isAhead ? colours.control : colour);
    if (isAhead) canvas.fill([circle(point, 6.5)], colours.sunken);
    drawStageName(canvas, plate, stage, point, at === reached ? colour : undefined);
  }
  const tip = pointAt(end);
  if (isRejected) {
    drawCross(canvas, tip, 13, colourOf(status));
    drawStageName(canvas, plate, status, tip, colourOf(status));
    return;
  }
  const before = flown.at(-8) ?? tip;
  const bird = place(pointsOf(birdPath), {
    x: tip[0],
    y: tip[1],
    scale: 2.4,
    degrees: degreesOf(before, tip),
  });
  canvas.fill(bird, colours.accent);
}

/** The curve of a project with this name, as many points from left to right. */
function curveOf(name: string, ground: number, ceiling: number): Point[] {
  const climb = climbOf(name);
  const [left, right] = [climb[0][0], climb[3][0]];
  const curve = climb.map(
    ([x, y]): Point => [
      takeOff + ((x - left) / (right - left)) * (summit - takeOff),
      ground - ((climbGround - y) / (climbGround - highest)) * (ground - ceiling),
    ],
  ) as unknown as Cubic;
  return Array.from({ length: 601 }, (_, step) => alongCubic(curve, step / 600));
}

/** The highest point that a climb may have. */
const highest = 16;

function drawDots(canvas: Canvas, line: Point[]): void {
  let [before, since] = [line[0], 0];
  for (const point of line) {
    if (before) since += Math.hypot(point[0] - before[0], point[1] - before[1]);
    before = point;
    if (since < 14) continue;
    since = 0;
    canvas.fill([circle(point, 2)], colours.control);
  }
}

/** A sunken strip with the grid of a chart, and the ground. */
function drawChart(canvas: Canvas, { top, bottom }: Plate, ground: number): void {
  canvas.box(0, top, width, bottom - top, colours.sunken);
  for (let x = 24; x < width; x += 32) canvas.box(x, top, 1, bottom - top, colours.grid);
  for (let y = ground - 32; y > top; y -= 32) canvas.box(0, y, width, 1, colours.grid);
  for (const y of [top, bottom, ground]) canvas.box(0, y, width, 1, colours.border);
}

/** The name of a stage below its point, with a tick. */
function drawStageName(
  canvas: Canvas,
  { bottom }: Plate,
  status: IdeaStatus,
  [x]: Point,
  colour: Colour = colours.faint,
): void {
  const setting = { size: 21 };
  const { label } = lookOf(status);
  canvas.box(Math.round(x), bottom, 1, 10, colours.control);
  const left = x - mono.widthOf(label, setting) / 2;
  canvas.fill(mono.linesOf(label, setting, [left, bottom + 35]), colour);
}

const circle = ([x, y]: Point, radius: number): Point[] =>
  Array.from({ length: 48 }, (_, step) => {
    const angle = (step / 24) * Math.PI;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });
