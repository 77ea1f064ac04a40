import { useId, useState } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { LimitNote } from '../../ui/field.tsx';

interface UsernameFieldProps {
  value?: string;
  /** Empty: it is marked, and nothing is said. */
  error?: string | undefined;
}

export function UsernameField({ value = '', error }: UsernameFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  return (
    <div className={error === undefined ? 'field' : 'field err'}>
      <label htmlFor={id}>Username</label>
      <input
        className="input"
        id={id}
        name="username"
        defaultValue={value}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-required="true"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <LimitNote length={[...typed.trim()].length} limit={limits.line} />
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
