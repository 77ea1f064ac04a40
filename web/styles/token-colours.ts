import { readFileSync } from 'node:fs';
import { coloursOf, toHex } from './oklch.ts';

const css = readFileSync('site.tokens.css', 'utf8');

const names = [
  'bg',
  'sunken',
  'surface',
  'border',
  'control',
  'text',
  'faint',
  'accent',
  'accent-text',
  'success',
  'warning',
  'danger',
  'info',
] as const;

function hexOf(theme: 'light' | 'dark') {
  const coloursByName = coloursOf(css, theme);
  const colours = names.map((name) => {
    const colour = coloursByName.get(name);
    if (!colour)
      throw new Error(`site.tokens.css has no --${name} as oklch() in its ${theme} theme`);
    return [name, toHex(colour)];
  });
  return Object.fromEntries(colours) as Record<(typeof names)[number], `#${string}`>;
}

/**
 * The colours of site.tokens.css, for pictures, which cannot use CSS variables. The build evaluates this module
 * (vite.config.ts), so that the bundle contains only the values.
 */
export const tokenColours = { light: hexOf('light'), dark: hexOf('dark') };
