import { tokenColours } from '../styles/token-colours.ts';

/** The SVG icons, which the build writes into dist/, and the colours and logo paths that the cards use too. */

const { light, dark } = tokenColours;

export const colours = {
  page: dark.bg,
  line: dark.control,
  faint: dark.border,
  text: dark.text,
  route: dark.accent,
};

/** The three lines of the logo; the last one has the accent colour. */
export const markPaths = [
  'M4 27C13 27 15.5 16 28 15.5',
  'M4 27C14 27 17 22 28 22',
  'M4 27C12 27 12 7 28 5',
] as const;

const mark = (route: string, line: string) => `
  <g fill="none" stroke="${line}" stroke-width="2.4" stroke-linecap="round">
    <path d="${markPaths[0]}"/>
    <path d="${markPaths[1]}"/>
    <path d="${markPaths[2]}" stroke="${route}"/>
  </g>`;

/** The favicon follows the colour scheme of the browser, because it cannot know the theme of the site. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <style>g { stroke: ${light.text} } @media (prefers-color-scheme: dark) { g { stroke: ${dark.text} } }</style>${mark(light.accent, '')}
</svg>`;

export const appIconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 48 48">
  <rect x="-8" y="-8" width="48" height="48" fill="${colours.page}"/>${mark(colours.route, colours.text)}
</svg>`;
