import { type RefObject, useId } from 'react';
import type { Publication } from '#contract/manuscript.ts';
import { Button } from '../../ui/button.tsx';
import type { DraftForm } from '../../ui/draft-form.ts';
import type { Values } from '../../ui/form-values.ts';
import { Replaced } from './line-difference.tsx';
import { piecesOf, type Side, type useMerging } from './merging.ts';
import { labels } from './post-values.ts';

interface LineConflictProps {
  form: DraftForm;
  merging: ReturnType<typeof useMerging>;
  /** The publication that continues when the user has decided all conflicts, if any. */
  waiting: Publication | undefined;
  textarea: RefObject<HTMLTextAreaElement | null>;
}

const choices: [side: Side, text: string][] = [
  ['mine', 'Keep mine'],
  ['theirs', 'Take theirs'],
  ['both', 'Keep both'],
];

/**
 * Asks about the lines and fields that two users changed. The section is above the text and stays in view while the
 * text is scrolled. `useWriting` focuses the section after Save and Publish, but not after autosaves.
 */
export function LineConflict({ form, merging, waiting, textarea }: LineConflictProps) {
  const { conflict, decideField, decideLines } = merging;
  const id = useId();
  if (!conflict) return null;
  let line = 1;
  const disputed = piecesOf(conflict.contentBase, form.values, conflict.theirs).flatMap((piece) => {
    const first = line;
    line += piece.mine.length;
    return piece.kind === 'disputed' ? [{ ...piece, line: first }] : [];
  });

  /** Selects `count` lines in the textarea, starting with line `from`. */
  function selectLines(from: number, count: number) {
    const area = textarea.current;
    if (!area) return;
    const lines = area.value.split('\n');
    const start = lines.slice(0, from - 1).join('\n').length + (from > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(
      start,
      start + lines.slice(from - 1, from - 1 + count).join('\n').length,
    );
  }

  return (
    <section className="alert conflict line-conflict" tabIndex={-1} aria-labelledby={id}>
      <b id={id} role="status">
        {conflict.by ?? 'Somebody'} has changed the same {disputed.length > 0 ? 'lines' : 'fields'}
      </b>
      <p>
        Your text is kept in this tab, and {waiting ? outcomeOf(waiting) : 'saved'} when you have
        chosen. Everything else is put together already.
      </p>
      <ul>
        {conflict.fields.map((field) => (
          <li key={field}>
            <b>{labelOf(field)}</b>
            <div className="difference">
              <Replaced
                before={[textOf(form.values[field])]}
                after={[textOf(conflict.theirs[field])]}
                names={['Mine', 'Theirs']}
              />
            </div>
            <div className="row">
              {choices.slice(0, 2).map(([side, text]) => (
                <Button
                  key={side}
                  small
                  aria-label={`${text}: ${labelOf(field)}`}
                  onClick={() => decideField(field, side)}
                >
                  {text}
                </Button>
              ))}
            </div>
          </li>
        ))}
        {disputed.map((piece, disputedIndex) => (
          <li key={`${piece.line}-${piece.base.join('\n')}`}>
            <button
              type="button"
              className="label"
              onClick={() => selectLines(piece.line, piece.mine.length)}
            >
              Content, line {piece.line}
            </button>
            <div className="difference">
              <Replaced before={piece.mine} after={piece.theirs} names={['Mine', 'Theirs']} />
            </div>
            <div className="row">
              {choices.map(([side, text]) => (
                <Button
                  key={side}
                  small
                  aria-label={`${text}: line ${piece.line}`}
                  onClick={() => decideLines(disputedIndex, side)}
                >
                  {text}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const outcomeOf = ({ scheduledFor }: Publication) => (scheduledFor ? 'scheduled' : 'published');

const labelOf = (field: string) => labels[field as keyof typeof labels] ?? field;

const textOf = (value: Values[string] = '') =>
  Array.isArray(value) ? (value.length > 0 ? 'Yes' : 'No') : value;
