import type { AppStatus } from '#contract/vocabulary.ts';
import { alongLength, type Cubic, type Point, randomFrom } from './geometry.ts';

/** Computes a project's flight path, in a viewBox of 400 by 112. */

export const width = 400;
export const height = 112;
export const ground = height - 20;

/** The share of the curve's length that the bird has flown at each status. */
const flownBy: Record<AppStatus, number> = {
  'In Development': 0.26,
  Prototype: 0.5,
  Beta: 0.76,
  Live: 1,
};

export interface Stage {
  status: AppStatus;
  point: Point;
  isReached: boolean;
}

/**
 * Returns the curve of a flight path, which `name` seeds. It never falls, because no control point is lower than the
 * one before. The third control point may be left of the second, but the curve still runs from left to right.
 */
export function climbOf(name: string): Cubic {
  const random = randomFrom(name);
  const top = 16 + random() * 18;
  return [
    [24, ground],
    [width * (0.3 + random() * 0.3), ground],
    [width * (0.22 + random() * 0.3), top + random() * 12],
    [width - 36, top],
  ];
}

/** Returns the curve, its four stages, and the position of the bird, which is at the stage of `status`. */
export function flightOf(name: string, status: AppStatus) {
  const curve = climbOf(name);
  const flown = flownBy[status] ?? flownBy['In Development'];
  const stages = Object.entries(flownBy).map(
    ([stage, share]): Stage => ({
      status: stage as AppStatus,
      point: alongLength(curve, share).point,
      isReached: share <= flown,
    }),
  );
  return { curve, flown, stages, bird: alongLength(curve, flown) };
}
