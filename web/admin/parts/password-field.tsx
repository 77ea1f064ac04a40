import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { Button } from '../../ui/button.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  error?: string | undefined;
  optional?: boolean;
  onChange?(value: string): void;
  /** Below the field: how strong it is, whether it matches. */
  children?: ReactNode;
}

export function PasswordField({
  name,
  label,
  autoComplete,
  error,
  optional = false,
  onChange,
  children,
}: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <div className={error === undefined ? 'field' : 'field err'}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="opt">Optional</span>}
      </label>
      <div className="pw">
        <input
          className="input"
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-required={!optional}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange?.(event.target.value)}
        />
        <Button
          variant="ghost"
          icon
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? (
            <EyeOff className="i" aria-hidden="true" />
          ) : (
            <Eye className="i" aria-hidden="true" />
          )}
        </Button>
      </div>
      {children}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Whether the second is the same as the first, told while it is typed. */
export function MatchHint({ one, two }: { one: string; two: string }) {
  if (!two) return null;
  return (
    <p className={one === two ? 'help match' : 'help over'} role="status">
      {one === two ? 'The two match.' : 'The two do not match yet.'}
    </p>
  );
}

const words = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'];

/** By length and variety: a rough guess, and better than none. */
export function StrengthHint({ password }: { password: string }) {
  if (!password) return null;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(password)).length;
  const long = password.length >= 16 ? 2 : password.length >= 10 ? 1 : 0;
  const score =
    password.length < limits.minPassword ? 0 : Math.min(4, 1 + long + Math.floor(kinds / 2));
  return (
    <p className="help strength" role="status" data-score={score}>
      <span className="strength-bar" aria-hidden="true" />
      Strength: {words[score]}
    </p>
  );
}
