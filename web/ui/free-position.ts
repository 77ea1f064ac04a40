/** Finds a position on the screen for a box that should cover no controls. All lengths are CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

export interface Position {
  left: number;
  top: number;
}

export interface Obstacle extends Size, Position {
  /** True for a control that the user works with. If no position is free, the box covers other controls first. */
  isInUse: boolean;
}

const gap = 12;

/**
 * Returns the lowest position that covers no obstacle; of equally low ones, the rightmost. `current` is preferred while
 * it covers nothing. If every position covers something, returns the one that covers the fewest obstacles; one that is
 * in use counts as 1000 obstacles.
 */
export function freePosition(
  screen: Size,
  size: Size,
  obstacles: Obstacle[],
  current?: Position,
): Position {
  const lowest = Math.max(0, screen.height - gap - size.height);
  const rightmost = Math.max(0, screen.width - gap - size.width);
  const tops = [lowest, ...obstacles.map(({ top }) => top - gap - size.height)];
  const lefts = [rightmost, ...obstacles.map(({ left }) => left - gap - size.width)];
  const down = tops.filter((top) => top >= Math.min(gap, lowest) && top <= lowest);
  const right = lefts.filter((left) => left >= Math.min(gap, rightmost) && left <= rightmost);
  const byRank = (a: number, b: number) => b - a;
  let best: Position = { left: rightmost, top: lowest };
  let leastCost = Number.POSITIVE_INFINITY;
  const positions = down
    .toSorted(byRank)
    .flatMap((top) => right.toSorted(byRank).map((left) => ({ left, top })));
  const isOnScreen = current && current.top <= lowest && current.left <= rightmost;
  for (const position of isOnScreen ? [current, ...positions] : positions) {
    const cost = costOf({ ...position, ...size }, obstacles);
    if (cost < leastCost) {
      best = position;
      leastCost = cost;
    }
    if (cost === 0) break;
  }
  return best;
}

const costOf = (box: Position & Size, obstacles: Obstacle[]): number =>
  obstacles
    .filter((obstacle) => touches(box, obstacle))
    .reduce((sum, { isInUse }) => sum + (isInUse ? 1000 : 1), 0);

const touches = (a: Position & Size, b: Position & Size): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;
