import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Colour, coloursOf } from './oklch.ts';

/** Tests the WCAG contrast of the colour pairs below in both themes. */

const css = readFileSync('site.tokens.css', 'utf8');

const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Colour, two: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['bg', 'surface', 'raised', 'sunken'];
const pairs: [text: string, ground: string, least: number][] = [
  ...grounds.flatMap((ground) =>
    ['text', 'muted', 'faint'].map((text): [string, string, number] => [text, ground, 4.5]),
  ),
  ...['bg', 'surface', 'raised'].map((ground): [string, string, number] => [
    'accent-text',
    ground,
    4.5,
  ]),
  ['text', 'accent-soft', 4.5],
  ['accent-contrast', 'accent', 4.5],
  ['accent-contrast', 'accent-hover', 4.5],
  ['danger-contrast', 'danger-fill', 4.5],
  ...['success', 'warning', 'danger', 'info', 'neutral'].map((text): [string, string, number] => [
    text,
    'surface',
    4.5,
  ]),
  // The colours of milestone types.
  ...['accent-text', 'warning', 'info', 'success', 'cat-web', 'ms-hackathon'].map(
    (colour): [string, string, number] => [colour, 'bg', 4.5],
  ),
  ...['agent', 'web', 'tool', 'service'].map((category): [string, string, number] => [
    `cat-${category}`,
    'surface',
    4.5,
  ]),
  ...grounds.map((ground): [string, string, number] => ['control', ground, 3]),
  ...['bg', 'surface', 'raised'].flatMap((ground): [string, string, number][] => [
    ['focus', ground, 3],
    ['accent', ground, 3],
  ]),
];

for (const theme of ['dark', 'light'] as const) {
  test(`texts and controls of the ${theme} theme have enough contrast`, () => {
    const tokens = coloursOf(css, theme);
    for (const [text, ground, least] of pairs) {
      const [one, two] = [tokens.get(text), tokens.get(ground)];
      assert.ok(one && two, `${text} on ${ground}`);
      const ratio = contrast(one, two);
      assert.ok(ratio >= least, `${text} on ${ground}: ${ratio.toFixed(2)}, wanted ${least}`);
    }
  });
}
