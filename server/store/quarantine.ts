import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { NotFound } from '../errors.ts';
import { toApplication } from './application.ts';
import { toContact } from './contact.ts';
import { toIdea } from './idea.ts';
import { letIn, type Received } from './receive.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

export async function listQuarantine(db: Db): Promise<Quarantine> {
  const rows = await db.selectFrom('quarantine').selectAll().orderBy('id', 'desc').execute();
  const held = <K extends Received, Item>(kind: K, toItem: (row: Tables[K]) => Item) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ submission, suspicion }) => ({
        ...toItem(JSON.parse(submission)),
        suspicion: suspicion as Suspicion,
      }));
  return {
    ideas: held('ideas', toIdea),
    applications: held('applications', toApplication),
    contacts: held('contacts', toContact),
  };
}

/** It goes where it was meant to go, as of when it was sent. */
export const release = (db: Db, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { kind, submission } = await takeOut(tx, id);
    await letIn(tx, kind as Received, JSON.parse(submission));
  });

export async function discard(db: Db, id: string): Promise<void> {
  await takeOut(db, id);
}

async function takeOut(db: Db, id: string) {
  const row = await db
    .deleteFrom('quarantine')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NotFound('submission');
  return row;
}
