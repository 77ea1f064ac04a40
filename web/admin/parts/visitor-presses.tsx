import type { StaffPresses } from '#contract/press.ts';
import { useOptionalQuery } from '../../api/query-cache.ts';
import { Ago } from './ago.tsx';

/** Shows how many visitors pressed the buttons of an idea, and the contact data of those who can help, if any. */
export function VisitorPresses({ id }: { id: string }) {
  const presses = useOptionalQuery<StaffPresses>({
    path: `/api/admin/ideas/${encodeURIComponent(id)}/presses`,
  });
  if (!presses || presses.meToo + presses.canHelp + presses.helpers.length === 0) return null;
  const { meToo, canHelp, helpers } = presses;
  return (
    <dl className="helpers">
      <dt>Pressed by visitors</dt>
      <dd>
        I have this too: {meToo}. I can help: {canHelp}.
        {helpers.length > 0 && (
          <ul aria-label="Who can help, private">
            {helpers.map(({ id, name, email, at }) => (
              <li key={id}>
                {name && <b dir="auto">{name}</b>}
                {email && <a href={`mailto:${email}`}>{email}</a>}
                <span className="meta">
                  <Ago date={at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </dd>
    </dl>
  );
}
