import { use } from 'react';
import type { Receipt } from '#contract/receipt.ts';

type Labels = Record<string, string>;

/** Fetches the labels of each form from the module of its page. A correction loads that module too. */
const forms: Record<Receipt['kind'], () => Promise<{ labels: Labels }>> = {
  idea: () => import('./submit-idea.tsx'),
  application: () => import('./join-team.tsx'),
  contact: () => import('./contact.tsx'),
};

/** The promises by kind, because React's `use` needs the same promise in each render. */
const fetched = new Map<Receipt['kind'], Promise<Labels>>();

function labelsOf(kind: Receipt['kind']): Promise<Labels> {
  const labels = fetched.get(kind) ?? forms[kind]().then((page) => page.labels);
  fetched.set(kind, labels);
  // A rejected promise is dropped, so that a retry fetches again.
  labels.catch(() => fetched.delete(kind));
  return labels;
}

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
