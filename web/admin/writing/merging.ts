import { useRef, useState } from 'react';
import type { DraftForm } from '../../ui/draft-form.ts';
import type { Base } from '../../ui/drafts.ts';
import { type Values, valuesOf } from '../../ui/form-values.ts';
import { showToast } from '../../ui/toasts.ts';
import { merge } from '../parts/merge.ts';
import {
  mergedText,
  mergeLines,
  movedPosition,
  type Piece,
  restOfBase,
  textOf,
} from './merge-lines.ts';
import { labels } from './post-values.ts';

/** The changes of another user to the same post, for a three-way merge with the text in the form. */
export interface TheirChanges {
  /** The state that both users started from. */
  ancestor: Base;
  theirs: Values;
  /** The username of the other user; null if unknown. */
  by: string | null;
  /** Called when no conflict is left, before the merged text is saved. */
  settle(): void;
}

export interface Conflict extends TheirChanges {
  /** The undecided fields that both users changed, except `content`. */
  fields: string[];
  /** The base of the remaining merge of `content`. It equals `theirs` except in the undecided lines. */
  contentBase: string;
}

export type Side = 'mine' | 'theirs' | 'both';

/** Merges the form with another user's changes, by field and by line. Manages the conflicts until they are decided. */
export function useMerging(form: DraftForm, onSettled: () => void) {
  const [conflict, setConflict] = useState<Conflict>();
  const current = useRef(conflict);
  const change = (next: Conflict | undefined) => {
    current.current = next;
    setConflict(next);
  };

  /** Starts a merge. Returns true if there are no conflicts. */
  function mergeWith(changes: TheirChanges): boolean {
    const { ancestor, theirs, by } = changes;
    const mine = valuesOf(form.ref.current);
    const merged = merge(ancestor, mine, theirs, Object.keys(labels));
    const fields = merged.disputed.filter((field) => field !== 'content');
    let pieces: Piece[] = [];
    if (merged.disputed.includes('content')) {
      pieces = piecesOf(String(ancestor.values.content ?? ''), mine, theirs);
      merged.values.content = mergedText(pieces);
      if (pieces.some(({ kind }) => kind === 'theirs')) merged.taken.push('content');
    }
    showKeepingCaret(form, merged.values, pieces);
    showTaken(by, merged.taken);
    if (fields.length === 0 && !isDisputed(pieces)) {
      changes.settle();
      return true;
    }
    const contentBase = pieces.length > 0 ? restOfBase(pieces) : String(theirs.content ?? '');
    change({ ...changes, fields, contentBase });
    return false;
  }

  function update(next: Conflict): void {
    const pieces = piecesOf(next.contentBase, valuesOf(form.ref.current), next.theirs);
    if (next.fields.length > 0 || isDisputed(pieces)) {
      change(next);
      return;
    }
    change(undefined);
    next.settle();
    onSettled();
  }

  function decideField(field: string, side: Side): void {
    if (!conflict) return;
    if (side === 'theirs') form.set({ [field]: conflict.theirs[field] ?? '' });
    update({ ...conflict, fields: conflict.fields.filter((each) => each !== field) });
  }

  /** Decides the disputed piece with this index among the disputed pieces. */
  function decideLines(disputedIndex: number, side: Side): void {
    if (!conflict) return;
    const pieces = piecesOf(conflict.contentBase, valuesOf(form.ref.current), conflict.theirs);
    const chosen = pieces.filter(({ kind }) => kind === 'disputed')[disputedIndex];
    const lines = (piece: Piece) => {
      if (piece !== chosen || side === 'mine') return piece.mine;
      return side === 'theirs' ? piece.theirs : [...piece.mine, ...piece.theirs];
    };
    showKeepingCaret(form, { content: textOf(pieces, lines) }, []);
    // With `theirs` as its base, the piece is no longer disputed: only this user's lines differ from the base.
    const baseLines = (piece: Piece) => (piece === chosen ? piece.theirs : piece.base);
    update({ ...conflict, contentBase: textOf(pieces, baseLines) });
  }

  return { conflict, current, mergeWith, decideField, decideLines };
}

export const piecesOf = (base: string, mine: Values, theirs: Values): Piece[] =>
  mergeLines(base, String(mine.content ?? ''), String(theirs.content ?? ''));

const isDisputed = (pieces: Piece[]) => pieces.some(({ kind }) => kind === 'disputed');

function showTaken(by: string | null, taken: string[]): void {
  if (taken.length === 0) return;
  const names = taken.map((field) => labels[field as keyof typeof labels] ?? field).join(', ');
  showToast({
    title: `${by ?? 'Somebody else'} has changed this post`,
    text: `Taken over into your text: ${names}.`,
    tone: 'success',
  });
}

/** Sets form values. Restores the selection and the scroll position of the textarea, which a new value would reset. */
function showKeepingCaret(form: DraftForm, values: Values, pieces: Piece[]): void {
  const textarea = form.ref.current?.elements.namedItem('content') as HTMLTextAreaElement;
  const { selectionStart, selectionEnd, scrollTop } = textarea;
  form.set(values);
  if (document.activeElement !== textarea) return;
  textarea.setSelectionRange(
    movedPosition(pieces, selectionStart),
    movedPosition(pieces, selectionEnd),
  );
  textarea.scrollTop = scrollTop;
}
