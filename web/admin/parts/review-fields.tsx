import { use } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import type { User } from '#contract/user.ts';
import { limits } from '#contract/vocabulary.ts';
import { Field, TextLimit, useControl } from '../../ui/field.tsx';
import { FormContext } from '../../ui/form.tsx';
import { useSession } from '../session.tsx';
import { Ago } from './ago.tsx';

export const labels = { status: 'Status', owner: 'Owner', notes: 'Notes', answer: 'Answer' };

/** `members` are the users to whom the submission can be assigned. */
export function OwnerSelect({ members }: { members: User[] }) {
  const { user } = useSession();
  const { owner } = use(FormContext).initial;
  const isKnown = !owner || members.some(({ username }) => username === owner);
  return (
    <div className="owner-select">
      <label htmlFor="owner">{labels.owner}</label>
      <select className="input" id="owner" name="owner" defaultValue={owner}>
        <option value="">Nobody</option>
        {!isKnown && <option value={String(owner)}>Somebody else</option>}
        {members.map(({ id, username }) => (
          <option key={id} value={username}>
            {id === user?.id ? `${username} (you)` : username}
          </option>
        ))}
      </select>
    </div>
  );
}

interface ReviewTextProps {
  name: 'notes' | 'answer';
  /** Says who can read the text, such as "Staff only". */
  audience: string;
  last: HistoryEntry | undefined;
  /** A hint below the text. It depends on other fields. */
  help?: string | undefined;
}

export function ReviewText({ name, audience, last, help }: ReviewTextProps) {
  const control = useControl({ name, optional: true });
  return (
    <Field
      name={name}
      label={labels[name]}
      labelNote={audience}
      note={
        <>
          {help && (
            <p className="help" id={`${name}-help`} role="status">
              {help}
            </p>
          )}
          {last && (
            <p className="help">
              <bdi>{last.by ?? 'The sender'}</bdi>, <Ago date={last.at} />
            </p>
          )}
          <TextLimit name={name} limit={limits.text} />
        </>
      }
    >
      {(described) => (
        <textarea
          {...control(described)}
          aria-describedby={
            [described['aria-describedby'], help && `${name}-help`].filter(Boolean).join(' ') ||
            undefined
          }
        />
      )}
    </Field>
  );
}
