import assert from 'node:assert/strict';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { type DatabaseLocation, inspect } from './location.ts';

/** Sends submissions with a unique mark, which is also their Idempotency-Key. */

export interface Form {
  path: string;
  table: string;
  /** The column of `table` that contains the mark. */
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

export const formOf = (number: number): Form => forms[number % forms.length] as Form;

export interface Submission {
  form: Form;
  mark: string;
  isAcknowledged: boolean;
  id?: string;
  /** The path of the receipt. It must be the same in each response to this submission. */
  receiptPath?: string;
}

export const newSubmission = (number: number, mark: string): Submission => ({
  form: formOf(number),
  mark,
  isAcknowledged: false,
});

/** Sends a submission and returns the status. Throws if there is no complete response. */
export async function submit(url: string, one: Submission): Promise<number> {
  const response = await fetch(url + one.form.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': one.mark },
    body: JSON.stringify(one.form.draft(one.mark)),
  });
  // From here on the row must be in the database, even if the rest of the response is lost.
  if (response.status === 201) one.isAcknowledged = true;
  const { id, receiptPath } = (await response.json()) as { id?: string; receiptPath?: string };
  if (id !== undefined) one.id = id;
  if (receiptPath !== undefined) {
    assert.equal(receiptPath, one.receiptPath ?? receiptPath, one.mark);
    one.receiptPath = receiptPath;
  }
  return response.status;
}

/** Returns the ids of the rows with each mark, from the tables of all forms. */
export const idsByMark = (location: DatabaseLocation): Promise<Map<string, string[]>> =>
  inspect(location, async (ask) => {
    const found = new Map<string, string[]>();
    for (const { table, column } of forms) {
      const rows = await ask<{ id: string; mark: string }>(
        `select id, ${column} as mark from ${table}`,
      );
      for (const { id, mark } of rows) found.set(mark, [...(found.get(mark) ?? []), id]);
    }
    return found;
  });
