/**
 * A replacement: the items `from` to `to` (exclusive) of one list become the items `otherFrom` to `otherTo` (exclusive)
 * of the other. One of the ranges may be empty.
 */
export interface Change {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/**
 * The most inserted and removed items for which `shortestEdit` searches: its time and memory grow with the square of
 * this number. In lists that differ more, everything between the common start and end counts as one change.
 */
const mostDifferences = 800;

/** Returns the changes that turn one list into the other, in order, with Myers' diff algorithm. */
export function diff(one: readonly string[], other: readonly string[]): Change[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(one.length, other.length) - start;
  while (end < shorter && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (a.length === 0 && b.length === 0) return [];
  const steps = a.length > 0 && b.length > 0 ? shortestEdit(a, b) : undefined;
  const changes = steps ?? [{ from: 0, to: a.length, otherFrom: 0, otherTo: b.length }];
  return changes.map(({ from, to, otherFrom, otherTo }) => ({
    from: from + start,
    to: to + start,
    otherFrom: otherFrom + start,
    otherTo: otherTo + start,
  }));
}

/** Returns the changes with the fewest inserted and removed items. Undefined above `mostDifferences`. */
function shortestEdit(a: readonly string[], b: readonly string[]): Change[] | undefined {
  const most = Math.min(a.length + b.length, mostDifferences);
  /** `reached[diagonal + most + 1]` is the furthest index in `a` on a diagonal, the index in `a` minus that in `b`. */
  const reached = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const at = (diagonal: number) => reached[diagonal + most + 1] ?? 0;
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reached.slice(most + 1 - edits - 1, most + 1 + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isDown =
        diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let x = isDown ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reached[diagonal + most + 1] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return undefined;
}

function walkBack(trace: Int32Array[], length: number, otherLength: number): Change[] {
  const changes: Change[] = [];
  let x = length;
  let y = otherLength;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const before = trace[edits] as Int32Array;
    const at = (diagonal: number) => before[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const isDown =
      diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = at(from);
    const fromY = fromX - from;
    const step = {
      from: fromX,
      to: isDown ? fromX : fromX + 1,
      otherFrom: fromY,
      otherTo: isDown ? fromY + 1 : fromY,
    };
    const next = changes.at(-1);
    if (next && next.from === step.to && next.otherFrom === step.otherTo) {
      next.from = step.from;
      next.otherFrom = step.otherFrom;
    } else changes.push(step);
    x = fromX;
    y = fromY;
  }
  return changes.reverse();
}
