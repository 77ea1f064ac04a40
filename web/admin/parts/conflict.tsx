import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { differenceOf, type Excerpt } from './difference.ts';
import type { Editing } from './editing.ts';

/**
 * Asks which value to keep, for each field that two users changed. When the section appears, it gets the focus instead
 * of one of its buttons: a user who is just pressing Enter would otherwise choose a value without seeing it.
 */
export function Conflict({ editing: { disputes, decide, labels } }: { editing: Editing }) {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  const isAsking = disputes.length > 0;
  useEffect(() => {
    if (isAsking) box.current?.focus();
  }, [isAsking]);
  if (!isAsking) return null;
  return (
    <section className="alert conflict" ref={box} tabIndex={-1} aria-labelledby={id}>
      <b id={id}>Somebody has changed this in the meantime</b>
      <p>
        Nothing is saved yet. You both changed{' '}
        {disputes.map(({ field }) => labels[field]).join(', ')}: choose what to keep. Everything
        else is put together by itself.
      </p>
      <ul>
        {disputes.map(({ field, theirs, mine }) => {
          const label = labels[field] ?? field;
          const [theirPart, myPart] = differenceOf(theirs, mine);
          return (
            <li key={field}>
              <b>{label}</b>
              <Side name="Theirs" field={label} text={theirPart} />
              <Side name="Mine" field={label} text={myPart} />
              <div className="row">
                <Button
                  small
                  aria-label={`Take theirs: ${label}`}
                  onClick={() => decide(field, 'theirs')}
                >
                  Take theirs
                </Button>
                <Button
                  small
                  aria-label={`Keep mine: ${label}`}
                  onClick={() => decide(field, 'mine')}
                >
                  Keep mine
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Side({ name, field, text }: { name: string; field: string; text: Excerpt }) {
  const { before, changed, after } = text;
  return (
    <div>
      <span className="label">{name}</span>
      <section
        className="conflict-text"
        dir="auto"
        aria-label={`${field}, ${name.toLowerCase()}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
        tabIndex={0}
      >
        {before}
        <mark>{changed || '(nothing)'}</mark>
        {after}
      </section>
    </div>
  );
}
