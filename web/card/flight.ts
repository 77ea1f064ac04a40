import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import { ground as climbGround, climbOf } from '../art/flight.ts';
import { alongCubic, birdPath, type Cubic, degreesOf, type Point } from '../art/geometry.ts';
import { lookOf } from '../ui/status-look.ts';
import type { Canvas, Colour } from './canvas.ts';
import { colourOf, colours } from './colours.ts';
import { mono } from './faces.ts';
import { place, pointsOf } from './path.ts';
import { circle, drawCross } from './shapes.ts';

/** The stages on the way of an idea. A rejected one has left it. */
const stages = ideaStatuses.filter((status) => status !== 'rejected');

export interface Plate {
  top: number;
  bottom: number;
}

/** The places where the line leaves the ground, at the first stage, and where it ends, at the last. */
const [takeOff, summit] = [110, 1043];
const stageX = (at: number) => takeOff + ((summit - takeOff) * at) / (stages.length - 1);

/** The chart with the line: flown up to the bird, dotted ahead of it. */
export function drawFlight(canvas: Canvas, plate: Plate, title: string, status: IdeaStatus): void {
  const ground = plate.bottom - 34;
  drawChart(canvas, plate, ground);
  const curve = curveOf(title, ground, plate.top + 26);
  const last = curve.at(-1) ?? [0, ground];
  const pointAt = (x: number) => curve.find((point) => point[0] >= x) ?? last;
  const reached = stages.indexOf(status as (typeof stages)[number]);
  const isRejected = reached === -1;
  const end = isRejected ? stageX(0.5) : stageX(reached);
  const colour = isRejected ? colours.control : colours.route;

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
  canvas.fill(bird, colours.route);
}

/** The curve of a project with this name, as many points from left to right. */
function curveOf(name: string, ground: number, ceiling: number): Point[] {
  const [start, rise, level, end] = climbOf(name);
  const lift = ([x, y]: Point): Point => [
    takeOff + ((x - start[0]) / (end[0] - start[0])) * (summit - takeOff),
    ground - ((climbGround - y) / (climbGround - highest)) * (ground - ceiling),
  ];
  const curve: Cubic = [lift(start), lift(rise), lift(level), lift(end)];
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
  const { width } = canvas;
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
  colour: Colour = colours.label,
): void {
  const setting = { size: 21 };
  const { label } = lookOf(status);
  canvas.box(Math.round(x), bottom, 1, 10, colours.control);
  const left = x - mono.widthOf(label, setting) / 2;
  canvas.fill(mono.linesOf(label, setting, [left, bottom + 35]), colour);
}
