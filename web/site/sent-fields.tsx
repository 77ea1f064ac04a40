import { use } from 'react';
import type { Receipt } from '#contract/receipt.ts';

type Labels = Record<string, string>;

/** The labels of each form, in its page's code, which is also needed to correct a submission. */
const forms: Record<Receipt['kind'], () => Promise<{ labels: Labels }>> = {
  idea: () => import('./submit-idea.tsx'),
  application: () => import('./join-team.tsx'),
  contact: () => import('./contact.tsx'),
};

/** Keeps the promises: React's `use` needs the same one in each rendering. */
const fetched = new Map<Receipt['kind'], Promise<Labels>>();

function labelsOf(kind: Receipt['kind']): Promise<Labels> {
  const labels = fetched.get(kind) ?? forms[kind]().then((page) => page.labels);
  fetched.set(kind, labels);
  // A failure is shown by the page, and the next try fetches again.
  labels.catch(() => fetched.delete(kind));
  return labels;
}

/** Every field that was filled in, as plain text. */
export function SentFields({ receipt }: { receipt: Receipt }) {
  const labels = use(labelsOf(receipt.kind));
  const fields = Object.entries(receipt.sent)
    .map(([name, value]) => ({ name, text: [value ?? []].flat().join(', ') }))
    .filter(({ text }) => text !== '');
  return (
    <dl className="sent-fields">
      {fields.map(({ name, text }) => (
        <div key={name}>
          <dt>{labels[name] ?? name}</dt>
          <dd className="pre-line" dir="auto">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
