import type { Base } from '../../ui/drafts.ts';
import { isSame, type Values } from '../../ui/form-values.ts';

interface Merged {
  /** The values that the form shows: mine, with the fields that only the other side changed. */
  values: Values;
  /** Fields that only the other side changed. */
  taken: string[];
  /** Fields that both sides changed, each in another way: a person decides. */
  disputed: string[];
}

/** Three-way merge of a form's fields: the state that both started from, mine and theirs. */
export function merge(base: Base, mine: Values, theirs: Values, fields: string[]): Merged {
  const merged: Merged = { values: {}, taken: [], disputed: [] };
  for (const field of fields) {
    const isMine = !isSame(mine[field], base.values[field]);
    // A value that I have sent myself, in a save whose answer was lost, is no change of theirs.
    const isTheirs =
      !isSame(theirs[field], base.values[field]) &&
      !base.sent?.some((sent) => isSame(theirs[field], sent[field]));
    const isAgreed = isSame(mine[field], theirs[field]);
    if (!isAgreed && !isTheirs) continue;
    if (!isAgreed && isMine) merged.disputed.push(field);
    else {
      if (!isAgreed) merged.taken.push(field);
      merged.values[field] = theirs[field] ?? '';
    }
  }
  merged.values = { ...mine, ...merged.values };
  return merged;
}
