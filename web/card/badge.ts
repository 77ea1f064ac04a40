import type { Point } from '../art/geometry.ts';
import { type Glyph, lookOf } from '../ui/status-look.ts';
import { type Canvas, type Colour, mix } from './canvas.ts';
import { colourOf, colours } from './colours.ts';
import { mono } from './faces.ts';
import { pointsOf, transform } from './path.ts';
import { circle, drawCross } from './shapes.ts';

const [top, bottom] = [45, 93];
const setting = { size: 25 };

/** Draws the status badge in the top right corner. */
export function drawStatus(canvas: Canvas, status: string, right: number): void {
  const { label, glyph } = lookOf(status);
  const colour = colourOf(status);
  const left = drawBadge(canvas, label, right, { colour, glyphWidth: 27 });
  drawGlyph(canvas, glyph, [left + 29, (top + bottom) / 2], colour);
}

export function drawCategory(canvas: Canvas, category: string, right: number): void {
  drawBadge(canvas, category, right, { colour: colours.label, glyphWidth: 0 });
}

/** Draws the box and the label, and leaves `glyphWidth` free for a glyph. Returns the left edge of the box. */
function drawBadge(
  canvas: Canvas,
  label: string,
  right: number,
  { colour, glyphWidth }: { colour: Colour; glyphWidth: number },
): number {
  const left = right - mono.widthOf(label, setting) - 39 - glyphWidth;
  const corner = pointsOf(`M${right - 18} ${top}Q${right} ${top} ${right} ${top + 18}`).flat();
  canvas.fill(
    [[[left, top], ...corner, [right, bottom], [left, bottom]]],
    mix(0.15, colour, colours.page),
  );
  canvas.fill(mono.linesOf(label, setting, [left + 21 + glyphWidth, 78]), colour);
  return left;
}

function drawGlyph(canvas: Canvas, glyph: Glyph, [x, y]: Point, colour: Colour): void {
  const around = (path: string) => transform(pointsOf(path), { x, y });
  if (glyph === 'chev') canvas.fill(around('M-8 -8L8 0L-8 8L-3.5 0Z'), colour);
  else if (glyph === 'tri') canvas.fill(around('M-8 7L0 -8L8 7Z'), colour);
  else if (glyph === 'square') canvas.fill(around('M-7 -7L7 -7L7 7L-7 7Z'), colour);
  else if (glyph === 'bar') canvas.fill(around('M-8 -2.5L8 -2.5L8 2.5L-8 2.5Z'), colour);
  else if (glyph === 'cross') drawCross(canvas, [x, y], 7, colour);
  else if (glyph === 'dot') canvas.fill([circle([x, y], 8)], colour);
  else {
    canvas.fill([circle([x, y], 8), circle([x, y], 5.2).reverse()], colour);
    if (glyph === 'half') canvas.fill([circle([x, y], 6).filter(([u]) => u <= x)], colour);
  }
}
