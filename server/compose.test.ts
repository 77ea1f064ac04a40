import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * Settings that compose.yaml need not pass on: the image or compose.yaml sets them, RATE_LIMITS is for load tests, and
 * METRICS_PORT could not be reached, because each instance publishes only one port.
 */
const fixed = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'RATE_LIMITS', 'METRICS_PORT'];

test('compose.yaml passes on every setting of the README', () => {
  const rows = readFileSync('README.md', 'utf8').match(/^\| `[A-Z_]+`.*?\|/gm) ?? [];
  const settings = rows.flatMap((row) => row.match(/[A-Z]+(_[A-Z]+)*/g) ?? []);
  assert.ok(settings.length > 20);
  const compose = readFileSync('compose.yaml', 'utf8');
  const passedOn = [...compose.matchAll(/^ {6}([A-Z_]+): \$\{\1:-/gm)].map(([, name]) => name);
  assert.deepEqual(
    settings.filter((name) => !fixed.includes(name) && !passedOn.includes(name)),
    [],
  );
});
