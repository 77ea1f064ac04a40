import * as outlines from '../fonts/outlines.ts';
import { Lettering } from './lettering.ts';

export const display = new Lettering(outlines.display);
export const mono = new Lettering(outlines.mono);
