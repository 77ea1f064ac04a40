import { ground as climbGround, climbOf } from '../art/flight.ts';
import { alongCubic, birdPath, type Cubic, degreesOf, type Point } from '../art/geometry.ts';
import type { Canvas, Colour } from './canvas.ts';
import { colours } from './colours.ts';
import { mono } from './faces.ts';
import { pointsOf, transform } from './path.ts';
import { circle, drawCross } from './shapes.ts';

export interface Band {
  top: number;
  bottom: number;
}

/** The progress of an idea, a project or a pod, which the card draws as a flight. */
export interface Flight {
  /** Seeds the curve. */
  name: string;
  /** The names of the stages. Empty for a pod. */
  stages: string[];
  /** The share of the horizontal distance from the first to the last stage that is flown, from 0 to 1. */
  flown: number;
  /** The label at the end of the flown line, unless that end is a stage. */
  tip?: string;
  /** Set for a rejected idea: the colour of the cross at the end of its line. */
  ended?: Colour;
}

/** The x of the first stage, where the curve leaves the ground, and of the last stage, where the curve ends. */
const [takeOff, summit] = [110, 1043];
const xAt = (share: number) => takeOff + (summit - takeOff) * share;

/** Draws the flight on a chart: a solid line up to the bird or the cross, and dots ahead of it. */
export function drawFlight(canvas: Canvas, plate: Band, flight: Flight): void {
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
  const flownLine: Point[] = [[-10, ground], ...curve.filter(([x]) => x <= end)];
  canvas.stroke(flownLine, 5, colour);
  for (const [at, stage] of stages.entries()) {
    const share = at / (stages.length - 1);
    const point = pointAt(xAt(share));
    const isAhead = share > flown;
    if (ended && isAhead) continue;
    const isReached = share === flown;
    if (!isReached) canvas.fill([circle(point, 9)], isAhead ? colours.control : colour);
    if (isAhead) canvas.fill([circle(point, 6.5)], colours.sunken);
    drawLabel(canvas, plate, stage, point, isReached ? colour : undefined);
  }
  const tip = pointAt(end);
  if (tipName) drawLabel(canvas, plate, tipName, tip, ended ?? colour);
  if (ended) {
    drawCross(canvas, tip, 13, ended);
    return;
  }
  const before = flownLine.at(-8) ?? tip;
  const bird = transform(pointsOf(birdPath), {
    x: tip[0],
    y: tip[1],
    scale: 2.4,
    degrees: degreesOf(before, tip),
  });
  canvas.fill(bird, colours.route);
}

/** Returns the curve of `climbOf`, scaled to the card, as 601 points from left to right. */
function curveOf(name: string, ground: number, ceiling: number): Point[] {
  const [start, rise, level, end] = climbOf(name);
  const lift = ([x, y]: Point): Point => [
    takeOff + ((x - start[0]) / (end[0] - start[0])) * (summit - takeOff),
    ground - ((climbGround - y) / (climbGround - highest)) * (ground - ceiling),
  ];
  const curve: Cubic = [lift(start), lift(rise), lift(level), lift(end)];
  return Array.from({ length: 601 }, (_, step) => alongCubic(curve, step / 600));
}

/** The smallest y (the highest point) that `climbOf` can return. */
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

function drawChart(canvas: Canvas, { top, bottom }: Band, ground: number): void {
  const { width } = canvas;
  canvas.box(0, top, width, bottom - top, colours.sunken);
  for (let x = 24; x < width; x += 32) canvas.box(x, top, 1, bottom - top, colours.grid);
  for (let y = ground - 32; y > top; y -= 32) canvas.box(0, y, width, 1, colours.grid);
  for (const y of [top, bottom, ground]) canvas.box(0, y, width, 1, colours.border);
}

/** Draws a tick and a label below a point of the curve. */
function drawLabel(
  canvas: Canvas,
  { bottom }: Band,
  label: string,
  [x]: Point,
  colour: Colour = colours.label,
): void {
  const setting = { size: 21 };
  canvas.box(Math.round(x), bottom, 1, 10, colours.control);
  const left = x - mono.widthOf(label, setting) / 2;
  canvas.fill(mono.linesOf(label, setting, [left, bottom + 35]), colour);
}
