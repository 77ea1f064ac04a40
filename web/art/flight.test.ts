import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appStatuses } from '#contract/vocabulary.ts';
import { flightOf, height, width } from './flight.ts';
import { alongCubic } from './geometry.ts';

const names = Array.from({ length: 200 }, (_, index) => `Project ${index}`);

test('a flight path climbs from its start to its end, and never turns back', () => {
  for (const name of names) {
    const { curve } = flightOf(name, 'Live');
    for (let step = 1; step <= 100; step += 1) {
      const [x0, y0] = alongCubic(curve, (step - 1) / 100);
      const [x, y] = alongCubic(curve, step / 100);
      assert.ok(y <= y0 + 1e-9, `${name} falls at ${step} %`);
      assert.ok(x > x0, `${name} turns back at ${step} %`);
    }
  }
});

test('the bird heads up or straight on in every status, a live project included', () => {
  for (const name of names) {
    for (const status of appStatuses) {
      const { degrees, point } = flightOf(name, status).bird;
      assert.ok(degrees <= 0 && degrees > -90, `${name}, ${status}: ${degrees} degrees`);
      assert.ok(point[0] < width && point[1] > 8 && point[1] < height, `${name}, ${status}`);
    }
  }
});

test('the four stages are in order, far enough apart for their names', () => {
  for (const name of names) {
    const { stages } = flightOf(name, 'Beta');
    assert.deepEqual(
      stages.map(({ status, isReached }) => [status, isReached]),
      [
        ['In Development', true],
        ['Prototype', true],
        ['Beta', true],
        ['Live', false],
      ],
    );
    const xs = stages.map(({ point }) => point[0] / width);
    for (const [index, x] of xs.entries()) {
      if (index) assert.ok(x - (xs[index - 1] ?? 0) > 0.1, `${name}: ${xs}`);
    }
  }
});
