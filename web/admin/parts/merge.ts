import type { Base } from '../../ui/drafts.ts';
import { isSame, type Values } from '../../ui/form-values.ts';

interface Merged {
  /** The merged values: those of `theirs` in the fields of `taken`, and those of `mine` in all other fields. */
  values: Values;
  /** Fields that only the other side changed. */
  taken: string[];
  /** Fields that both sides changed to different values. */
  disputed: string[];
}

/** Does a three-way merge of `fields`. `base` is the common ancestor of `mine` and `theirs`. */
export function merge(base: Base, mine: Values, theirs: Values, fields: string[]): Merged {
  const merged: Merged = { values: {}, taken: [], disputed: [] };
  for (const field of fields) {
    const isChangedByMe = !isSame(mine[field], base.values[field]);
    // A value that this side has sent, in a save whose response was lost, is not a change of the other side.
    const isChangedByThem =
      !isSame(theirs[field], base.values[field]) &&
      !base.sent?.some((sent) => isSame(theirs[field], sent[field]));
    const isAgreed = isSame(mine[field], theirs[field]);
    if (!isAgreed && !isChangedByThem) continue;
    if (!isAgreed && isChangedByMe) merged.disputed.push(field);
    else {
      if (!isAgreed) merged.taken.push(field);
      merged.values[field] = theirs[field] ?? '';
    }
  }
  merged.values = { ...mine, ...merged.values };
  return merged;
}
