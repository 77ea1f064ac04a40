import type { Card, PlainPage } from '#contract/card.ts';
import { site } from '#contract/site/lab.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { flightOf } from '../art/flight.ts';
import type { Point } from '../art/geometry.ts';
import { markPaths } from '../art/pictures.ts';
import type { PlateKind } from '../art/plate-kinds.ts';
import { lookOf } from '../ui/status-look.ts';
import { drawCategory, drawStatus } from './badge.ts';
import { Canvas } from './canvas.ts';
import { colourOf, colours } from './colours.ts';
import { display } from './faces.ts';
import { drawFlight, type Flight } from './flight.ts';
import { pointsOf, transform } from './path.ts';
import { drawStrip, drawWing } from './plate.ts';
import { circle } from './shapes.ts';
import { setTitle } from './title.ts';

/** Draws a card, the picture of a page for link previews: the lab's name, the title, and a drawing. */

const [width, height] = [1200, 630];
const margin = 64;

/**
 * The title and drawing on the card of a page without an id in its path. A page that is not listed shows the tagline
 * and the wing.
 */
const pages: Partial<Record<PlainPage, { title: string; plate: PlateKind }>> = {
  '/blog': { title: 'Blog', plate: 'feather' },
  '/contact': { title: 'Contact', plate: 'field' },
  '/ideas': { title: 'Community ideas', plate: 'routes' },
  '/submit-idea': { title: 'Submit your idea', plate: 'egg' },
  '/join-team': { title: 'Join the team', plate: 'flock' },
  '/workflow': { title: 'How the lab works', plate: 'wingbeat' },
  '/search': { title: 'Search', plate: 'field' },
};

export function drawCard(card: Card): Canvas {
  const canvas = new Canvas(width, height, colours.page);
  // Reserves the shades of the title and the route, because a plate with crossing fine lines can fill the palette.
  for (const colour of [colours.text, colours.route]) canvas.reserve(colour, colours.page);
  if (card.kind === 'page') drawPage(canvas, card.page);
  else if (card.kind === 'post') {
    const isSet = setTitle(card.title, display, width - 2 * margin) !== undefined;
    drawStrip(canvas, isSet ? 400 : 144, { seed: card.id });
    drawTitle(canvas, card.title, { top: 112, bottom: 400 });
    drawCategory(canvas, card.category, width - margin);
  } else {
    const isSet = drawTitle(canvas, card.title, { top: 112, bottom: 400 });
    // Without a title the drawing of the flight takes the space of the title too.
    drawFlight(canvas, { top: isSet ? 400 : 144, bottom: 562 }, flightOfCard(card));
    drawStatus(canvas, card.status, width - margin);
  }
  drawName(canvas);
  return canvas;
}

function drawPage(canvas: Canvas, page: PlainPage): void {
  const own = pages[page];
  if (!own) {
    drawWing(canvas);
    drawTitle(canvas, site.tagline, { top: 180, bottom: 600 }, 470);
    return;
  }
  drawStrip(canvas, 330, { seed: page, kind: own.plate });
  drawTitle(canvas, own.title, { top: 100, bottom: 330 });
}

const ideaStages = ideaStatuses.filter((status) => status !== 'rejected');

function flightOfCard(card: Exclude<Card, { kind: 'page' | 'post' }>): Flight {
  const { title: name, status } = card;
  if (card.kind === 'pod') {
    return { name, stages: [], flown: card.progress / 100, tip: `${card.progress}%` };
  }
  const stages: string[] =
    card.kind === 'idea'
      ? ideaStages
      : flightOf(name, card.status).stages.map((stage) => stage.status);
  const reached = stages.indexOf(status);
  const labels = stages.map((stage) => lookOf(stage).label);
  if (reached >= 0) return { name, stages: labels, flown: reached / (stages.length - 1) };
  // A rejected idea is at no stage: its line ends half way between the first two stages.
  const ended = colourOf(status);
  return {
    name,
    stages: labels,
    flown: 0.5 / (stages.length - 1),
    tip: lookOf(status).label,
    ended,
  };
}

/** Draws the title, vertically centred between `top` and `bottom`. Returns false if `setTitle` returned undefined. */
function drawTitle(
  canvas: Canvas,
  title: string,
  { top, bottom }: { top: number; bottom: number },
  room = width - 2 * margin,
): boolean {
  const set = setTitle(title, display, room);
  if (!set) return false;
  const { lines, setting } = set;
  const lineHeight = setting.size * 1.06;
  const first = (top + bottom) / 2 - ((lines.length - 1) * lineHeight) / 2 + setting.size * 0.29;
  for (const [at, line] of lines.entries()) {
    const start: Point = [margin, first + at * lineHeight];
    canvas.fill(display.linesOf(line, setting, start), colours.text);
  }
  return true;
}

/** Draws the logo, and the lab's name if the face has all of its letters. */
function drawName(canvas: Canvas): void {
  for (const [at, path] of markPaths.entries()) {
    const colour = at === markPaths.length - 1 ? colours.route : colours.text;
    const [line = []] = transform(pointsOf(path), { x: margin - 6, y: 38, scale: 1.55 });
    canvas.stroke(line, 3.4, colour);
    for (const end of [line.at(0), line.at(-1)]) if (end) canvas.fill([circle(end, 1.7)], colour);
  }
  if (![...site.name].every((letter) => display.has(letter))) return;
  const setting = { size: 40, letterSpacing: -0.02 };
  canvas.fill(display.linesOf(site.name, setting, [margin + 56, 80]), colours.text);
}
