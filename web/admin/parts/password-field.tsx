import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { Field, useControl } from '../../ui/field.tsx';
import { FormContext } from '../../ui/form.tsx';

interface PasswordFieldProps {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  optional?: boolean;
  /** Hints below the field, such as `StrengthHint` and `MatchHint`. */
  children?: ReactNode;
}

export function PasswordField({
  name,
  label,
  autoComplete,
  optional = false,
  children,
}: PasswordFieldProps) {
  const field = { name, label, optional };
  const control = useControl(field);
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...field} note={children}>
      {(described) => (
        <div className="pw">
          <input type={shown ? 'text' : 'password'} {...control(described, { autoComplete })} />
          <Button
            variant="ghost"
            icon
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon className="i" aria-hidden="true" />
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Says whether the passwords in the fields `of` and `and` match. Shows nothing while `and` is empty. */
export function MatchHint({ of, and }: { of: string; and: string }) {
  const { values } = use(FormContext);
  const [one, two] = [String(values[of] ?? ''), String(values[and] ?? '')];
  if (!two) return null;
  return (
    <p className={one === two ? 'help match' : 'help over'} role="status">
      {one === two ? 'The two match.' : 'The two do not match yet.'}
    </p>
  );
}

const strengths = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'];

/** Shows a rough estimate of the strength of a password, from its length and its kinds of characters. */
export function StrengthHint({ of }: { of: string }) {
  const password = String(use(FormContext).values[of] ?? '');
  if (!password) return null;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w]/].filter((kind) => kind.test(password)).length;
  const lengthScore = password.length >= 16 ? 2 : password.length >= 10 ? 1 : 0;
  const score =
    password.length < limits.minPassword ? 0 : Math.min(4, 1 + lengthScore + Math.floor(kinds / 2));
  return (
    <p className="help strength" role="status" style={{ '--score': score }}>
      <span className="strength-bar" aria-hidden="true" />
      Strength: {strengths[score]}
    </p>
  );
}
