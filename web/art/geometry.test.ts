import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alongCubic, curve, type Point } from './geometry.ts';

test('curve() approximates a circle with twelve cubic curves', () => {
  const circle = (angle: number): Point => [
    320 + 200 * Math.cos(angle),
    180 + 200 * Math.sin(angle),
  ];
  const path = curve(circle, 0, 2 * Math.PI, 12);
  const [head = '', first = '', rest = ''] = path.split(/[cs]/);
  const numbers = (text: string) => (text.match(/-?[\d.]+/g) ?? []).map(Number);

  let [x = 0, y = 0] = numbers(head.slice(1));
  let bend: Point = [0, 0];
  let pieces = 0;
  const piece = ([ax, ay, bx, by, endX, endY]: number[]) => {
    const to = (dx = 0, dy = 0): Point => [x + dx, y + dy];
    const cubic = [[x, y], to(ax, ay), to(bx, by), to(endX, endY)] as const;
    for (const t of [0.25, 0.5, 0.75, 1]) {
      const [px, py] = alongCubic(cubic, t);
      const off = Math.abs(Math.hypot(px - 320, py - 180) - 200);
      assert.ok(off < 0.25, `piece ${pieces} is ${off} beside the circle`);
    }
    [bend, x, y] = [to(bx, by), ...to(endX, endY)];
    pieces += 1;
  };

  piece(numbers(first));
  const steps = numbers(rest);
  for (let index = 0; index < steps.length; index += 4) {
    piece([x - bend[0], y - bend[1], ...steps.slice(index, index + 4)]);
  }
  assert.equal(pieces, 12);
  assert.ok(Math.hypot(x - 520, y - 180) < 0.2, 'it ends where it began');
});
