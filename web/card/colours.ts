import { colours as pictureColours } from '../art/pictures.ts';
import { tokenColours } from '../styles/token-colours.ts';
import { lookOf } from '../ui/status-look.ts';
import type { Colour } from './canvas.ts';

const { dark } = tokenColours;

/** The colours of cards, which are those of the dark theme. */
export const colours = {
  ...pictureColours,
  sunken: dark.sunken,
  grid: dark.surface,
  border: dark.border,
  control: dark.control,
  label: dark.faint,
};

export const colourOf = (status: string): Colour =>
  (dark as Record<string, Colour>)[lookOf(status).colour] ?? colours.text;
