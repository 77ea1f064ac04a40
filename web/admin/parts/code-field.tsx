import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field, useControl } from '../../ui/field.tsx';

/** A field for the code of an authenticator app, or for a recovery code. */
export function CodeField() {
  const [isRecovery, setRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const control = useControl({ name: 'code' });

  function change() {
    flushSync(() => setRecovery(!isRecovery));
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
  }

  return (
    <Field
      name="code"
      label={isRecovery ? 'Recovery code' : 'Code'}
      help={
        isRecovery
          ? 'One of the ten codes that you kept when you switched the second factor on. Each works once.'
          : 'The six digits that your authenticator app shows now.'
      }
      note={
        <button type="button" className="link" onClick={change}>
          {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
      }
    >
      {(described) => (
        <input
          ref={input}
          {...control(described, {
            autoComplete: 'one-time-code',
            autoCapitalize: 'none',
            spellCheck: false,
          })}
          className="input code-input"
          // No `maxLength`, because a pasted code may contain spaces.
          inputMode={isRecovery ? 'text' : 'numeric'}
        />
      )}
    </Field>
  );
}
