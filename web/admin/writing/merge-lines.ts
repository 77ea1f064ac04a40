import { type Change, diff } from './diff.ts';

/** A run of lines in the three versions of a text. */
export interface Piece {
  /** `mine`, `theirs`: one side changed the lines. `agreed`, `disputed`: both sides made equal or different changes. */
  kind: 'same' | 'mine' | 'theirs' | 'agreed' | 'disputed';
  base: string[];
  mine: string[];
  theirs: string[];
}

export const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** Does a three-way merge of a text by lines. Returns the pieces in their order. */
export function mergeLines(base: string, mine: string, theirs: string): Piece[] {
  const [before, own, others] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const myChanges = diff(before, own);
  const theirChanges = diff(before, others);
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], at: Range) => {
    const piece = {
      kind,
      base: before.slice(...at.base),
      mine: own.slice(...at.mine),
      theirs: others.slice(...at.theirs),
    };
    if (piece.base.length + piece.mine.length + piece.theirs.length > 0) pieces.push(piece);
  };
  let [at, mineAt, theirsAt] = [0, 0, 0];
  for (const group of groupsOf(myChanges, theirChanges)) {
    const lead = group.from - at;
    add('same', {
      base: [at, group.from],
      mine: [mineAt, mineAt + lead],
      theirs: [theirsAt, theirsAt + lead],
    });
    const length = group.to - group.from;
    const grownBy = (changes: Change[]) =>
      changes.reduce((sum, each) => sum + each.otherTo - each.otherFrom - each.to + each.from, 0);
    const mineEnd = mineAt + lead + length + grownBy(group.mine);
    const theirsEnd = theirsAt + lead + length + grownBy(group.theirs);
    const range: Range = {
      base: [group.from, group.to],
      mine: [mineAt + lead, mineEnd],
      theirs: [theirsAt + lead, theirsEnd],
    };
    const isAgreed =
      own.slice(...range.mine).join('\n') === others.slice(...range.theirs).join('\n') &&
      mineEnd - mineAt === theirsEnd - theirsAt;
    if (isAgreed) add('agreed', range);
    else if (group.theirs.length === 0) add('mine', range);
    else add(group.mine.length === 0 ? 'theirs' : 'disputed', range);
    [at, mineAt, theirsAt] = [group.to, mineEnd, theirsEnd];
  }
  add('same', {
    base: [at, before.length],
    mine: [mineAt, own.length],
    theirs: [theirsAt, others.length],
  });
  return pieces;
}

type Range = Record<'base' | 'mine' | 'theirs', [from: number, to: number]>;

interface Group {
  from: number;
  to: number;
  mine: Change[];
  theirs: Change[];
}

/** Groups the changes of both sides that touch the same lines of the base. */
function groupsOf(mine: Change[], theirs: Change[]): Group[] {
  const all = [
    ...mine.map((change) => ({ change, side: 'mine' as const })),
    ...theirs.map((change) => ({ change, side: 'theirs' as const })),
  ].sort((one, other) => one.change.from - other.change.from || one.change.to - other.change.to);
  const groups: Group[] = [];
  for (const { change, side } of all) {
    const last = groups.at(-1);
    // An insertion and a change that touch form one group, because the insertion could come before or after the change.
    const isInsertion = change.from === change.to || last?.from === last?.to;
    if (last && (change.from < last.to || (change.from === last.to && isInsertion))) {
      last.to = Math.max(last.to, change.to);
      last[side].push(change);
    } else {
      groups.push({ from: change.from, to: change.to, mine: [], theirs: [], [side]: [change] });
    }
  }
  return groups;
}

/** Returns the merged text. Disputed lines are those of `mine`. */
export const mergedText = (pieces: Piece[]): string =>
  textOf(pieces, (piece) => (piece.kind === 'theirs' ? piece.theirs : piece.mine));

/** Returns the base for the remaining merge: the text of `theirs`, but with the base lines in disputed pieces. */
export const restOfBase = (pieces: Piece[]): string =>
  textOf(pieces, (piece) => (piece.kind === 'disputed' ? piece.base : piece.theirs));

export const textOf = (pieces: Piece[], linesIn: (piece: Piece) => string[]): string =>
  pieces.flatMap(linesIn).join('\n');

/** Converts a position in the text of `mine` to a position in the merged text. */
export function movedPosition(pieces: Piece[], position: number): number {
  let [before, after] = [0, 0];
  for (const piece of pieces) {
    const own = lengthOf(piece.mine);
    if (position < before + own)
      return after + Math.min(position - before, lengthOf(shownOf(piece)));
    before += own;
    after += lengthOf(shownOf(piece));
  }
  return after + position - before;
}

const shownOf = (piece: Piece) => (piece.kind === 'theirs' ? piece.theirs : piece.mine);
const lengthOf = (lines: string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);
