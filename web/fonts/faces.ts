import mono from './b612-mono-basic.woff2?url';
import display from './hedvig-basic.woff2?url';
import text from './orbiter-basic.woff2?url';

/** The first file of each face, which every page shows. What stands in for it, and the other files, are in faces.css. */
export const faces = [
  { family: 'Hedvig Letters Serif', weight: '400', file: display },
  { family: 'TASA Orbiter Variable', weight: '400 800', file: text },
  { family: 'B612 Mono', weight: '400', file: mono },
];

/** The one that is fetched before all else. */
export const displayFile = display;

/** For a browser that runs no scripts; others get them from in-head.ts. */
export const rulesOfFaces = faces
  .map(
    ({ family, weight, file }) =>
      `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url(${file})}`,
  )
  .join('');
