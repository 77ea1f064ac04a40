import { birdPath } from '../art/geometry.ts';
import { drawPlate, type PlateRequest } from '../art/plate-drawings.ts';
import { plateKindOf } from '../art/plate-kinds.ts';
import { wing } from '../art/wing.ts';
import { type Canvas, mix } from './canvas.ts';
import { colours } from './colours.ts';
import { pointsOf, transform } from './path.ts';
import { circle } from './shapes.ts';

const fine = mix(0.55, colours.line, colours.sunken);

/** Draws the plate (abstract drawing) of a post or page below `top`. Above `top` the card has the page colour. */
export function drawStrip(
  canvas: Canvas,
  top: number,
  { seed, kind = plateKindOf(seed) }: Pick<PlateRequest, 'seed' | 'kind'>,
): void {
  const height = canvas.height - top;
  // A flock is as high as the strip. Other drawings are 460 pixels high and vertically centred in the strip.
  const tall = kind === 'flock' ? height : 460;
  const plate = drawPlate({ seed, kind, width: canvas.width, height: tall });
  const placed = (path: string) =>
    transform(pointsOf(path), { x: 0, y: top - (tall - height) / 2 });
  canvas.box(0, 0, canvas.width, canvas.height, colours.sunken);
  for (const line of placed(plate.lines ?? '')) canvas.stroke(line, 1.3, fine);
  for (const [[x, y] = [0, 0]] of (plate.dots ?? []).flatMap((dot) => placed(`M${dot}`))) {
    canvas.fill([circle([x, y], 3)], fine);
  }
  for (const shape of placed(plate.shapes ?? '')) canvas.fill([shape], colours.line);
  for (const line of placed(plate.live ?? '')) canvas.stroke(line, 4, colours.route);
  for (const shape of placed(plate.liveShape ?? '')) canvas.fill([shape], colours.route);
  for (const line of placed(plate.strong ?? '')) canvas.stroke(line, 2.2, colours.text);
  canvas.box(0, 0, canvas.width, top, colours.page);
  canvas.box(0, top, canvas.width, 1, colours.border);
}

/** Draws the wing of the home page. */
export function drawWing(canvas: Canvas): void {
  const { feathers, coverts, leadingEdge, route } = wing();
  const placing = { x: 440, y: 66, scale: 0.8 };
  const placed = (path: string) => transform(pointsOf(path), placing);
  const outlined = (path: string, colour: typeof fine) => {
    for (const line of placed(path)) {
      canvas.fill([line], colours.page);
      canvas.stroke(line, 1.2, colour);
    }
  };
  for (const { outline, shaft, live } of feathers) {
    outlined(outline, live ? colours.route : colours.line);
    for (const line of placed(shaft)) canvas.stroke(line, 1, colours.faint);
  }
  for (const outline of coverts) outlined(outline, colours.line);
  for (const line of placed(leadingEdge)) canvas.stroke(line, 1.6, colours.text);
  for (const line of placed(route.path)) canvas.stroke(line, 3, colours.route);
  const [x, y] = route.end;
  const bird = transform(pointsOf(birdPath), {
    x: placing.x + x * placing.scale,
    y: placing.y + y * placing.scale,
    scale: 2,
    degrees: route.degrees,
  });
  canvas.fill(bird, colours.route);
}
