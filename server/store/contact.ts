import type { Contact, ContactDraft, ContactReceipt, ContactReview } from '#contract/contact.ts';
import type { ContactPage } from '#contract/list-page.ts';
import { contactStatuses } from '#contract/vocabulary.ts';
import type { IfVersion } from './change.ts';
import type { Actor } from './history.ts';
import { newId } from './id.ts';
import {
  findOne,
  findPage,
  type ListDeps,
  listAll,
  listMatching,
  type PageQuery,
} from './list-page.ts';
import type { Pieces } from './pieces.ts';
import type { Submission } from './receive.ts';
import { reviewRow } from './review.ts';
import type { Db } from './store.ts';
import type { ContactRow } from './tables.ts';

export const listContacts = (db: Db): Pieces<Contact> => listAll(db, forStaff);

export const listContactPage = (deps: ListDeps, query: PageQuery): Promise<ContactPage> =>
  findPage(deps, forStaff, query);

export const listMatchingContacts = (deps: ListDeps, query: PageQuery): Pieces<Contact> =>
  listMatching(deps, forStaff, query);

export const findContact = (db: Db, id: string): Promise<Contact> => findOne(db, forStaff, id);

export function newContact(
  draft: ContactDraft,
  now: Date,
): Submission<'contacts', Omit<ContactReceipt, 'receiptPath'>> {
  const row: ContactRow = {
    id: newId(now),
    name: draft.name,
    email: draft.email,
    subject: draft.subject,
    inquiry_type: draft.inquiryType,
    message: draft.message,
    status: 'new',
    created_at: now.toISOString(),
    version: 1,
    owner_id: null,
  };
  const { id, status, createdAt } = toContact(row);
  return { kind: 'contacts', row, answer: { id, status, createdAt } };
}

export const reviewContact = async (
  tx: Db,
  id: string,
  { tell, ...review }: ContactReview,
  ifVersion: IfVersion,
  by: Actor,
): Promise<Contact> => toContact(await reviewRow(tx, 'contacts', id, review, ifVersion, by, tell));

export const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  inquiryType: row.inquiry_type as Contact['inquiryType'],
  message: row.message,
  status: row.status as Contact['status'],
  createdAt: row.created_at,
  ...(row.owner_id !== null && { ownerId: row.owner_id }),
  version: row.version,
});

const forStaff = { kind: 'contacts', statuses: contactStatuses, toItem: toContact } as const;
