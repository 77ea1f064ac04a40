import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from './form-values.ts';

const radio = (value: string) => ({
  tagName: 'INPUT',
  type: 'radio',
  name: 'topic',
  value,
  checked: false,
});

test('fill() checks only the radio button with exactly the given value', () => {
  const radios = [radio('general'), radio('general-press')];
  fill({ elements: radios } as unknown as HTMLFormElement, { topic: 'general-press' });
  assert.deepEqual(
    radios.map(({ checked }) => checked),
    [false, true],
  );
});
