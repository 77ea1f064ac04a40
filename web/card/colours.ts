import { colours as pictureColours } from '../art/pictures.ts';
import { lookOf } from '../ui/status-look.ts';
import type { Colour } from './canvas.ts';

/** The dark theme's colours: a picture cannot read the CSS tokens. */
export const colours = {
  ...pictureColours,
  sunken: '#050f13',
  grid: '#132025',
  border: '#2c3c42',
  control: '#65787d',
  label: '#859699',
} satisfies Record<string, Colour>;

/** By the names in tokens.css. */
const statusColours: Record<string, Colour> = {
  warning: '#f4be4f',
  info: '#68d6ec',
  success: '#61da92',
  'accent-text': '#ff81b8',
  danger: '#fb766a',
};

export const colourOf = (status: string): Colour =>
  statusColours[lookOf(status).colour] ?? colours.text;
