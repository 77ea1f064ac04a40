import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { inspect, type Place } from './place.ts';

/** Writes of visitors that can be told apart: each carries a mark, which is its Idempotency-Key as well. */

export interface Form {
  path: string;
  table: string;
  /** Where the mark is kept. */
  column: string;
  draft(mark: string): object;
}

export const forms: Form[] = [
  {
    path: '/api/ideas',
    table: 'ideas',
    column: 'title',
    draft: (mark) => ({ ...ideaDraft, title: mark }),
  },
  {
    path: '/api/contact',
    table: 'contacts',
    column: 'subject',
    draft: (mark) => ({ ...contactDraft, subject: mark }),
  },
  {
    path: '/api/applications',
    table: 'applications',
    column: 'mattermost_handle',
    draft: (mark) => ({ ...applicationDraft, mattermostHandle: mark }),
  },
];

/** The forms in turn. */
export const formOf = (number: number): Form => forms[number % forms.length] as Form;

export interface Submission {
  form: Form;
  mark: string;
  isAcknowledged: boolean;
  /** As the answer said. */
  id?: string;
}

export const newSubmission = (number: number, mark: string): Submission => ({
  form: formOf(number),
  mark,
  isAcknowledged: false,
});

/** Answers with the status; throws where there is no answer, or only half of one. */
export async function submit(url: string, one: Submission): Promise<number> {
  const response = await fetch(url + one.form.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': one.mark },
    body: JSON.stringify(one.form.draft(one.mark)),
  });
  // From here on it has to be there, even if the rest of the answer is lost.
  if (response.status === 201) one.isAcknowledged = true;
  const { id } = (await response.json()) as { id?: string };
  if (id !== undefined) one.id = id;
  return response.status;
}

/** The ids of the rows with each mark, over all forms. */
export const idsByMark = (place: Place): Promise<Map<string, string[]>> =>
  inspect(place, async (ask) => {
    const found = new Map<string, string[]>();
    for (const { table, column } of forms) {
      const rows = await ask<{ id: string; mark: string }>(
        `select id, ${column} as mark from ${table}`,
      );
      for (const { id, mark } of rows) found.set(mark, [...(found.get(mark) ?? []), id]);
    }
    return found;
  });
