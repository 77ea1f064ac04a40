import { use, useId } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { LimitNote } from '../../ui/field.tsx';
import { FormContext } from '../../ui/form.tsx';

/** Has an id from `useId`, unlike `TextField`, whose id is its name: a page may have two forms with a username. */
export function UsernameField() {
  const id = useId();
  const { initial, values, errors, recheck } = use(FormContext);
  /** An empty string marks the field as invalid without a message. */
  const error = errors.username;
  return (
    <div className={error === undefined ? 'field' : 'field err'}>
      <label htmlFor={id}>Username</label>
      <input
        className="input"
        id={id}
        name="username"
        dir="auto"
        defaultValue={initial.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-required="true"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={() => recheck('username')}
      />
      <LimitNote length={[...String(values.username ?? '').trim()].length} limit={limits.line} />
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
