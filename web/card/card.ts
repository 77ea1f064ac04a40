import type { IdeaCard } from '#contract/idea-card.ts';
import { site } from '#contract/site/lab.ts';
import type { IdeaStatus } from '#contract/vocabulary.ts';
import type { Point } from '../art/geometry.ts';
import { markPaths } from '../art/pictures.ts';
import { type Glyph, lookOf } from '../ui/status-look.ts';
import { Canvas, type Colour, mix } from './canvas.ts';
import { colourOf, colours } from './colours.ts';
import { display, mono } from './faces.ts';
import { drawFlight } from './flight.ts';
import { place, pointsOf } from './path.ts';
import { circle, drawCross } from './shapes.ts';
import { setTitle } from './title.ts';

/** The picture of an idea for link previews: its title, its status, and the line that it has flown so far. */

const [width, height] = [1200, 630];
const margin = 64;

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

/** The mark and the lab's name. */
function drawName(canvas: Canvas): void {
  for (const [at, path] of markPaths.entries()) {
    const colour = at === markPaths.length - 1 ? colours.route : colours.text;
    const [line = []] = place(pointsOf(path), { x: margin - 6, y: 38, scale: 1.55 });
    canvas.stroke(line, 3.4, colour);
    for (const end of [line.at(0), line.at(-1)]) if (end) canvas.fill([circle(end, 1.7)], colour);
  }
  if (![...site.name].every((letter) => display.has(letter))) return;
  const setting = { size: 40, letterSpacing: -0.02 };
  canvas.fill(display.linesOf(site.name, setting, [margin + 56, 80]), colours.text);
}

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
