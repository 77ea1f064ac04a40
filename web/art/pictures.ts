import { birdPath, round } from './geometry.ts';
import { wing } from './wing.ts';

/** Icons and the preview picture, drawn at build time. They cannot read the CSS tokens and use the dark theme's colours. */
export const colours = {
  page: '#0a151a',
  line: '#71828a',
  faint: '#334047',
  text: '#eef6f4',
  route: '#ff4aa3',
} as const;

/** The three lines of the logo; the last one is the route. */
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

/** The favicon follows the browser's own theme. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <style>g { stroke: #17262e } @media (prefers-color-scheme: dark) { g { stroke: #eef6f4 } }</style>${mark('#e6007a', '')}
</svg>`;

/** Icon for home screens, with a background. */
export const appIconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 48 48">
  <rect x="-8" y="-8" width="48" height="48" fill="${colours.page}"/>${mark(colours.route, colours.text)}
</svg>`;

/** Picture for link previews: the wing, 1200 by 630. */
export function previewSvg(): string {
  const drawn = wing();
  const feathers = drawn.feathers
    .map(
      ({ outline, shaft, live }) =>
        `<path d="${outline}" fill="${colours.page}" stroke="${live ? colours.route : colours.line}"/>` +
        `<path d="${shaft}" stroke="${colours.faint}" fill="none"/>`,
    )
    .join('');
  const coverts = drawn.coverts
    .map((outline) => `<path d="${outline}" fill="${colours.page}" stroke="${colours.line}"/>`)
    .join('');
  const { path, end, degrees } = drawn.route;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">
  <rect width="1200" height="630" fill="${colours.page}"/>
  <g transform="translate(400 42) scale(0.8)" stroke-width="1.1">
    ${feathers}${coverts}
    <path d="${drawn.leadingEdge}" stroke="${colours.text}" stroke-width="1.6" fill="none"/>
    <path d="${path}" stroke="${colours.route}" stroke-width="3" fill="none"/>
    <path d="${birdPath}" fill="${colours.route}"
      transform="translate(${round(end[0])} ${round(end[1])}) rotate(${round(degrees)}) scale(2)"/>
  </g>
  <g transform="translate(64 64) scale(4)">${mark(colours.route, colours.text)}</g>
</svg>`;
}
