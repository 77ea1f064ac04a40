import type { Insertable } from 'kysely';
import type { Suspicion } from '#contract/quarantine.ts';
import { prepared } from './prepared.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** What visitors send. */
export type Received = 'ideas' | 'applications' | 'contacts';

/** One of them, not yet in the database, and what its sender is answered. */
export interface Submission<K extends Received = Received, Answer = unknown> {
  kind: K;
  row: Tables[K];
  answer: Answer;
}

/** Lets a new submission in; one that looks like a script's is held back, in a table of its own. */
export async function receive<K extends Received>(
  db: Db,
  { kind, row }: Submission<K>,
  suspicion?: Suspicion,
): Promise<void> {
  if (!suspicion) return letIn(db, kind, row);
  const submission = JSON.stringify(row);
  await db.insertInto('quarantine').values({ id: row.id, kind, submission, suspicion }).execute();
}

export async function letIn<K extends Received>(db: Db, kind: K, row: Tables[K]): Promise<void> {
  // A row of other columns is another query.
  const columns = `${kind} ${Object.keys(row)}`;
  let insert = inserts.get(columns);
  if (!insert) {
    insert = prepared((into, values) =>
      into.insertInto(kind).values(values as unknown as Insertable<Tables[K]>),
    );
    inserts.set(columns, insert);
  }
  await insert(db, row);
}

/** By what they insert. */
const inserts = new Map<string, ReturnType<typeof prepared<object>>>();
