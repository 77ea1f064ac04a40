import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** A field for the code of an authenticator app, or for a recovery code. */
export function CodeField() {
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  function change() {
    flushSync(() => setRecovery(!isRecovery));
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  }

  return (
    <div className="field">
      <label htmlFor="code">{isRecovery ? 'Recovery code' : 'Code'}</label>
      <p className="help" id="code-help">
        {isRecovery
          ? 'One of the ten codes that you kept when you switched the second factor on. Each works once.'
          : 'The six digits that your authenticator app shows now.'}
      </p>
      <input
        ref={field}
        className="input code-input"
        id="code"
        name="code"
        // No `maxLength`, because a pasted code may contain spaces.
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        aria-required="true"
        aria-describedby="code-help"
      />
      <button type="button" className="link" onClick={change}>
        {isRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
      </button>
    </div>
  );
}
