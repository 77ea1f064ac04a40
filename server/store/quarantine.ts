import type { Quarantine, Suspicion } from '#contract/quarantine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { newApplication, toApplication } from './application.ts';
import { newContact, toContact } from './contact.ts';
import { newIdea, toIdea } from './idea.ts';
import { letIn } from './receive.ts';
import type { Db } from './store.ts';
import type { Received, Tables } from './tables.ts';

export async function listQuarantine(db: Db): Promise<Quarantine> {
  const rows = await db.selectFrom('quarantine').selectAll().orderBy('id', 'desc').execute();
  const itemsOf = <K extends Received, Item>(kind: K, toItem: (row: Tables[K]) => Item) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ id, submission, suspicion }) => ({
        ...toItem(readRow(kind, submission) ?? ({ ...blank[kind], id } as Tables[K])),
        suspicion: suspicion as Suspicion,
      }));
  return {
    ideas: itemsOf('ideas', toIdea),
    applications: itemsOf('applications', toApplication),
    contacts: itemsOf('contacts', toContact),
  };
}

/** Moves a submission to the table it was meant for, with the time at which it was sent. */
export async function release(tx: Db, id: string): Promise<void> {
  const { kind, submission } = await takeOut(tx, id);
  const row = readRow(kind as Received, submission);
  if (!row) throw new Conflict('This submission cannot be read. It can only be deleted.');
  await letIn(tx, kind as Received, row);
}

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

/**
 * A quarantined row was written with the columns of its time. Columns added since get the value of an empty
 * draft, columns dropped since are left out. Returns undefined when the JSON is damaged.
 */
function readRow<K extends Received>(kind: K, submission: string): Tables[K] | undefined {
  try {
    const written = JSON.parse(submission);
    if (!Object.hasOwn(written, 'id')) return undefined;
    const columns = Object.entries(blank[kind]).map(([name, value]) => [
      name,
      Object.hasOwn(written, name) ? written[name] : value,
    ]);
    return Object.fromEntries(columns);
  } catch {
    return undefined;
  }
}

const unreadable = 'This submission cannot be read';
const longAgo = new Date(0);

/** The rows of empty drafts, by table. They also stand in for a submission that cannot be read. */
const blank: Pick<Tables, Received> = {
  ideas: newIdea(
    {
      title: unreadable,
      submitterName: '',
      problemStatement: '',
      proposedSolution: '',
      targetAudience: '',
      expectedImpact: '',
      requiredExpertise: [],
      successMetrics: null,
      dependencies: null,
    },
    longAgo,
  ).row,
  applications: newApplication(
    {
      fullName: unreadable,
      email: '',
      role: '',
      mattermostHandle: '',
      circles: [],
      meetsRequirements: 'No',
      currentlyInCircle: 'No',
      experience: null,
      availability: null,
      skills: [],
      linkedin: null,
      github: null,
      portfolio: null,
      motivation: null,
    },
    longAgo,
  ).row,
  contacts: newContact(
    { name: unreadable, email: '', subject: '', inquiryType: 'general', message: '' },
    longAgo,
  ).row,
};
