import type { Point } from '../art/geometry.ts';
import type { Canvas, Colour } from './canvas.ts';

export const circle = ([x, y]: Point, radius: number): Point[] =>
  Array.from({ length: 48 }, (_, step) => {
    const angle = (step / 24) * Math.PI;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius];
  });

export function drawCross(canvas: Canvas, [x, y]: Point, reach: number, colour: Colour): void {
  for (const direction of [1, -1]) {
    canvas.stroke(
      [
        [x - reach, y - reach * direction],
        [x + reach, y + reach * direction],
      ],
      reach / 2,
      colour,
    );
  }
}
