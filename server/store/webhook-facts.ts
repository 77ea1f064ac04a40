import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { Received } from './tables.ts';

/** A submission as a webhook is told of it, without anything private. */
export interface WebhookFacts {
  kind: Received;
  id: string;
  /** Only ideas have one: the names of applicants and the subjects of messages are private. */
  title: string | null;
  status: string;
}

/** Returns undefined when the submission is not in its list any more: it was withdrawn, deleted, held back or erased. */
export async function findWebhookFacts(
  db: Db,
  { kind, submission_id }: OutboxRow,
): Promise<WebhookFacts | undefined> {
  const row = await db
    // TypeScript does not resolve the columns of a generic table; these three have these columns.
    .selectFrom(kind as 'ideas')
    .select(['id', 'status'])
    .$if(kind === 'ideas', (rows) => rows.select('title'))
    .where('id', '=', submission_id ?? '')
    .executeTakeFirst();
  return row && { title: null, ...row, kind: kind as Received };
}
