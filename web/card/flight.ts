import { ground as climbGround, climbOf } from '../art/flight.ts';
import { alongCubic, birdPath, type Cubic, degreesOf, type Point } from '../art/geometry.ts';
import type { Canvas, Colour } from './canvas.ts';
import { colours } from './colours.ts';
import { mono } from './faces.ts';
import { place, pointsOf } from './path.ts';
import { circle, drawCross } from './shapes.ts';

export interface Plate {
  top: number;
  bottom: number;
}

/** The way of an idea, a project or a pod. */
export interface Flight {
  /** Seeds the curve. */
  name: string;
  /** The names of the stages on the way. */
  stages: string[];
  /** How much of the way between the first stage and the last is flown, from 0 to 1. */
  flown: number;
  /** The name below the bird, where that is no stage. */
  tip?: string;
  /** The colour of the cross that ends the way of a rejected idea. */
  ended?: Colour;
}

/** The places where the line leaves the ground, at the first stage, and where it ends, at the last. */
const [takeOff, summit] = [110, 1043];
const xAt = (share: number) => takeOff + (summit - takeOff) * share;

/** The chart with the line: flown up to the bird, dotted ahead of it. */
export function drawFlight(canvas: Canvas, plate: Plate, flight: Flight): void {
  const { name, stages, flown, tip: tipName, ended } = flight;
  const ground = plate.bottom - 34;
  drawChart(canvas, plate, ground);
  const curve = curveOf(name, ground, plate.top + 26);
  const last = curve.at(-1) ?? [0, ground];
  const pointAt = (x: number) => curve.find((point) => point[0] >= x) ?? last;
  const end = xAt(flown);
  const colour = ended ? colours.control : colours.route;

  drawDots(
    canvas,
    curve.filter(([x]) => x >= end),
  );
  const behind: Point[] = [[-10, ground], ...curve.filter(([x]) => x <= end)];
  canvas.stroke(behind, 5, colour);
  for (const [at, stage] of stages.entries()) {
    const share = at / (stages.length - 1);
    const point = pointAt(xAt(share));
    const isAhead = share > flown;
    // A way that has ended has no stages ahead.
    if (ended && isAhead) continue;
    const isReached = share === flown;
    if (!isReached) canvas.fill([circle(point, 9)], isAhead ? colours.control : colour);
    if (isAhead) canvas.fill([circle(point, 6.5)], colours.sunken);
    drawName(canvas, plate, stage, point, isReached ? colour : undefined);
  }
  const tip = pointAt(end);
  if (tipName) drawName(canvas, plate, tipName, tip, ended ?? colour);
  if (ended) {
    drawCross(canvas, tip, 13, ended);
    return;
  }
  const before = behind.at(-8) ?? tip;
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
function drawName(
  canvas: Canvas,
  { bottom }: Plate,
  label: string,
  [x]: Point,
  colour: Colour = colours.label,
): void {
  const setting = { size: 21 };
  canvas.box(Math.round(x), bottom, 1, 10, colours.control);
  const left = x - mono.widthOf(label, setting) / 2;
  canvas.fill(mono.linesOf(label, setting, [left, bottom + 35]), colour);
}
