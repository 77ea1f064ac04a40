import type { OutboxRow } from './state-rows.ts';
import type { Db } from './store.ts';
import type { Received } from './tables.ts';

/** The data of a submission for a message to a webhook, without anything private. */
export interface WebhookFacts {
  kind: Received;
  id: string;
  /** Null for applications and contacts: names of applicants and subjects of contacts are private. */
  title: string | null;
  status: string;
}

/** Returns undefined if the submission is in the quarantine or the trash, or was erased. */
export async function findWebhookFacts(
  db: Db,
  { kind, submission_id }: OutboxRow,
): Promise<WebhookFacts | undefined> {
  const row = await db
    // `kind` may be any table of submissions. Only ideas have a title.
    .selectFrom(kind as 'ideas')
    .select(['id', 'status'])
    .$if(kind === 'ideas', (rows) => rows.select('title'))
    .where('id', '=', submission_id ?? '')
    .executeTakeFirst();
  return row && { title: null, ...row, kind: kind as Received };
}
