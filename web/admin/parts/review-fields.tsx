import type { HistoryEntry } from '#contract/history.ts';
import type { User } from '#contract/user.ts';
import { limits } from '#contract/vocabulary.ts';
import type { DraftForm } from '../../ui/draft-form.ts';
import { LimitNote } from '../../ui/field.tsx';
import { useSession } from '../session.tsx';
import { Ago } from './ago.tsx';

export const labels = { status: 'Status', owner: 'Owner', notes: 'Notes', answer: 'Answer' };

interface OwnerSelectProps {
  form: DraftForm;
  /** The users to whom the submission can be assigned. */
  members: User[];
}

export function OwnerSelect({ form, members }: OwnerSelectProps) {
  const { user } = useSession();
  const { owner } = form.initial;
  const isKnown = !owner || members.some(({ username }) => username === owner);
  return (
    <div className="owner-select">
      <label htmlFor="review-owner">{labels.owner}</label>
      <select className="input" id="review-owner" name="owner" defaultValue={form.initial.owner}>
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
  form: DraftForm;
  name: 'notes' | 'answer';
  /** Says who can read the text, such as "Staff only". */
  audience: string;
  last: HistoryEntry | undefined;
  help?: string | undefined;
}

export function ReviewText({ form, name, audience, last, help }: ReviewTextProps) {
  const id = `review-${name}`;
  const length = [...String(form.values[name] ?? '').trim()].length;
  return (
    <div className="field" data-name={name}>
      <label htmlFor={id}>
        {labels[name]}
        <span className="opt">{audience}</span>
      </label>
      <textarea
        className="input"
        id={id}
        name={name}
        dir="auto"
        defaultValue={form.initial[name]}
        aria-invalid={form.errors[name] === undefined ? undefined : true}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={() => form.recheck(name)}
      />
      {help && (
        <p className="help" id={`${id}-help`} role="status">
          {help}
        </p>
      )}
      {last && (
        <p className="help">
          <bdi>{last.by ?? 'The sender'}</bdi>, <Ago date={last.at} />
        </p>
      )}
      <LimitNote length={length} limit={limits.text} />
    </div>
  );
}
