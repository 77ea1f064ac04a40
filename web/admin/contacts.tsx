import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Contact, ContactReview } from '#contract/contact.ts';
import { contactStatuses } from '#contract/vocabulary.ts';
import { statusOf } from '../api/client.ts';
import { Day } from '../day.tsx';
import { statusLabel } from '../ui/status-badge.tsx';
import { showToast } from '../ui/toasts.ts';
import { useInbox } from './parts/inbox.ts';
import { InboxEntry, InboxList } from './parts/inbox-list.tsx';
import type { Review } from './parts/inbox-page.ts';
import { PageHead } from './parts/page-head.tsx';
import { QuarantineList } from './parts/quarantine-list.tsx';
import { InboxDialogs, Part } from './parts/review.tsx';
import { TrashList } from './parts/trash-list.tsx';
import { showRefusal } from './request.ts';

export default function Contacts() {
  const inbox = useInbox<Contact>({
    path: '/api/admin/contacts',
    kind: 'contact',
    statuses: contactStatuses,
    reviewSchema: ContactReview,
    nameOf: ({ subject }) => subject,
  });
  return (
    <>
      <PageHead title="Contacts" about="Messages from the contact form." />
      <QuarantineList inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </QuarantineList>
      <InboxList
        inbox={inbox}
        countLabel={(number) => `${number} submission(s)`}
        searchLabel="Search name, email or subject"
        empty={
          inbox.filters.isFiltered
            ? 'Try adjusting your search or filter criteria.'
            : 'Contact form submissions will appear here when users submit the contact form.'
        }
      >
        {(contact) => (
          <InboxEntry
            key={contact.id}
            inbox={inbox}
            item={contact}
            viewLabel="View Details"
            badge={
              <span className="badge category-badge" data-g="none">
                {contact.inquiryType}
              </span>
            }
            meta={
              <>
                <b dir="auto">{contact.name}</b>
                <span dir="auto">{contact.email}</span>
                <span>
                  <Day date={contact.createdAt} />
                </span>
              </>
            }
            extraAction={
              <InlineStatus contact={contact} review={(review) => inbox.review(contact, review)} />
            }
          >
            <p className="clamp3" dir="auto">
              {contact.message}
            </p>
          </InboxEntry>
        )}
      </InboxList>
      <TrashList inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </TrashList>
      <InboxDialogs inbox={inbox} meta={sheetMetaOf}>
        {textOf}
      </InboxDialogs>
    </>
  );
}

const sheetMetaOf = ({ name, email, createdAt }: Contact) => (
  <>
    <b dir="auto">{name}</b>
    {email && (
      <a href={`mailto:${email}`} dir="auto">
        {email}
      </a>
    )}
    <span>
      <Day date={createdAt} />
    </span>
  </>
);

const textOf = ({ inquiryType, message }: Contact) => (
  <>
    <Part term="Inquiry type">{inquiryType}</Part>
    <Part term="Message">{message}</Part>
  </>
);

interface InlineStatusProps {
  contact: Contact;
  review(review: Review): Promise<void>;
}

/**
 * Saves a status at once when the user picks it from the opened list. Arrow keys and letters change the closed select
 * step by step: such a status is saved by Enter or on blur, and undone by Escape.
 */
function InlineStatus({ contact, review }: InlineStatusProps) {
  const [unsaved, setUnsaved] = useState<string>();
  const isStepping = useRef(false);
  const hintId = useId();

  async function save(status: string) {
    setUnsaved(undefined);
    if (status === contact.status) return;
    try {
      await review({ status });
      showToast({
        title: 'Status saved',
        text: `${contact.subject}: ${statusLabel(status)}`,
        tone: 'success',
      });
    } catch (error) {
      showRefusal(
        error,
        'Failed to update status',
        statusOf(error) === 412
          ? `Somebody has changed "${contact.subject}" in the meantime: what you see is theirs.`
          : `The status of "${contact.subject}" is as it was.`,
      );
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    isStepping.current = !opensList(event);
    if (event.key === 'Escape') setUnsaved(undefined);
    if (event.key !== 'Enter' || !unsaved) return;
    // By default Enter would open the list of the select.
    event.preventDefault();
    save(unsaved);
  }

  return (
    <>
      {unsaved && (
        <span className="help" id={hintId} role="status">
          Not saved yet. Enter saves, Escape undoes.
        </span>
      )}
      <select
        className="input status-select"
        aria-label={`Status of ${contact.subject}`}
        aria-describedby={unsaved && hintId}
        value={unsaved ?? contact.status}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isStepping.current = false;
        }}
        onChange={({ target: { value } }) => (isStepping.current ? setUnsaved(value) : save(value))}
        onBlur={({ target }) => {
          isStepping.current = false;
          // `blur` also fires when the window loses the focus. The select is still `activeElement` then: do not save.
          if (unsaved && target !== document.activeElement) save(unsaved);
        }}
      >
        {contactStatuses.map((value) => (
          <option key={value} value={value}>
            {statusLabel(value)}
          </option>
        ))}
      </select>
    </>
  );
}

/** Returns true for the keys that open the list of a select. */
const opensList = ({ key, altKey }: KeyboardEvent) =>
  ['Enter', ' ', 'F4'].includes(key) || (altKey && key.startsWith('Arrow'));
