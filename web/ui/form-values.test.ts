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

test('a value checks the radio of exactly this value', () => {
  const radios = [radio('general'), radio('general-press')];
  fill({ elements: radios } as unknown as HTMLFormElement, { topic: 'general-press' });
  assert.deepEqual(
    radios.map(({ checked }) => checked),
    [false, true],
  );
});
