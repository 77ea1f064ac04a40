import { X } from 'lucide-react';
import { type KeyboardEvent, use, useRef, useState } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { Field, LimitNote } from '../../ui/field.tsx';
import { FormContext } from '../../ui/form.tsx';

/** A field for tags. Enter, a comma or leaving the input adds a tag. Backspace in the empty input removes the last. */
export function TagField({ name, label }: { name: string; label: string }) {
  const { values, initial, onInput } = use(FormContext);
  const hidden = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const tags = tagsOf(values[name] ?? initial[name]);

  function set(next: string[]) {
    if (!hidden.current) return;
    hidden.current.value = [...new Set(next)].join(',');
    onInput();
  }

  function add(text: string) {
    const added = tagsOf(text);
    if (added.length > 0) set([...tags, ...added]);
    setTyped('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) {
      set(tags.slice(0, -1));
    }
  }

  return (
    <Field
      name={name}
      label={label}
      labelNote="Enter or comma adds"
      note={
        <>
          <LimitNote length={[...typed.trim()].length} limit={limits.listEntry} />
          <LimitNote length={tags.length} limit={limits.listEntries} one="entry" many="entries" />
        </>
      }
    >
      {(described) => (
        <>
          {/* Uses `hidden`, because React resets the value of an input with type="hidden" on every render. */}
          <input hidden name={name} ref={hidden} defaultValue={initial[name]} />
          <div className="input tag-input">
            <ul className="tags" aria-label={`${label}, chosen`}>
              {tags.map((tag) => (
                <li key={tag} className="tag" dir="auto">
                  {tag}
                  <button
                    type="button"
                    aria-label={`Remove ${tag}`}
                    onClick={() => {
                      set(tags.filter((each) => each !== tag));
                      // The focused button is removed with its tag.
                      box.current?.focus();
                    }}
                  >
                    <X className="i" aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
            <input
              id={name}
              ref={box}
              dir="auto"
              {...described}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => add(typed)}
            />
          </div>
        </>
      )}
    </Field>
  );
}

export const tagsOf = (value: string | string[] | undefined): string[] =>
  String(value ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
