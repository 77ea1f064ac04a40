import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Contrast of every pair of text and background or edge colours, in both themes, by the formula of WCAG. */

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Colour = [red: number, green: number, blue: number];

const themes = {
  dark: /\[data-theme="dark"\] \{([\s\S]*?)\n {2}\}/,
  light: /chart paper [\s\S]*?:root \{([\s\S]*?)\n\}/,
};

function tokensOf(theme: keyof typeof themes): Map<string, Colour> {
  const block = css.match(themes[theme])?.[1] ?? '';
  const found = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...found].map(([, name = '', l, c, h]) => [name, fromOklch(Number(l), Number(c), Number(h))]),
  );
}

/** OKLCH to linear sRGB, as CSS Color 4 defines it. */
function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part))) as Colour;
}

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
  // Milestones.
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
  test(`the ${theme} theme can be read`, () => {
    const tokens = tokensOf(theme);
    for (const [text, ground, least] of pairs) {
      const [one, two] = [tokens.get(text), tokens.get(ground)];
      assert.ok(one && two, `${text} on ${ground}`);
      const ratio = contrast(one, two);
      assert.ok(ratio >= least, `${text} on ${ground}: ${ratio.toFixed(2)}, wanted ${least}`);
    }
  });
}
