import type { Contact } from '#contract/contact.ts';
import { contactStatuses } from '#contract/vocabulary.ts';
import { statusOf } from '../api/client.ts';
import { Day } from '../day.tsx';
import { statusLabel } from '../ui/status-badge.tsx';
import { InboxPage } from './parts/inbox-page.tsx';
import { Part, type Review } from './parts/review.tsx';
import { showFailure } from './request.ts';
import * as sources from './sources.ts';

export default function Contacts() {
  return (
    <InboxPage
      source={sources.contacts}
      held="contacts"
      kind="contact"
      title="Contacts"
      about="Messages from the contact form."
      statuses={contactStatuses}
      nameOf={({ subject }) => subject}
      search={{
        label: 'Search name, email or subject',
        textOf: ({ name, email, subject }) => `${name}\n${email}\n${subject}`,
      }}
      countLine={(count) => `${count} submission(s)`}
      empty={(isFiltered) =>
        isFiltered
          ? 'Try adjusting your search or filter criteria.'
          : 'Contact form submissions will appear here when users submit the contact form.'
      }
      view="View Details"
      badge={({ inquiryType }) => (
        <span className="badge category-badge" data-g="none">
          {inquiryType}
        </span>
      )}
      meta={({ name, email, createdAt }) => (
        <>
          <b>{name}</b>
          <span>{email}</span>
          <span>
            <Day date={createdAt} />
          </span>
        </>
      )}
      sheetMeta={({ name, email, createdAt }) => (
        <>
          <b>{name}</b>
          <a href={`mailto:${email}`}>{email}</a>
          <span>
            <Day date={createdAt} />
          </span>
        </>
      )}
      excerpt={({ message }) => <p className="clamp3">{message}</p>}
      act={(contact, review) => <InlineStatus contact={contact} review={review} />}
    >
      {({ inquiryType, message }) => (
        <>
          <Part term="Inquiry type">{inquiryType}</Part>
          <Part term="Message">{message}</Part>
        </>
      )}
    </InboxPage>
  );
}

interface InlineStatusProps {
  contact: Contact;
  review(review: Review): Promise<void>;
}

function InlineStatus({ contact, review }: InlineStatusProps) {
  async function change(status: string) {
    try {
      await review({ status });
    } catch (error) {
      showFailure(
        error,
        'Failed to update status',
        statusOf(error) === 412
          ? `Somebody has changed "${contact.subject}" in the meantime: what you see is theirs.`
          : `The status of "${contact.subject}" is as it was.`,
      );
    }
  }

  return (
    <select
      className="input status-select"
      aria-label={`Status of ${contact.subject}`}
      value={contact.status}
      onChange={(event) => change(event.target.value)}
    >
      {contactStatuses.map((value) => (
        <option key={value} value={value}>
          {statusLabel(value)}
        </option>
      ))}
    </select>
  );
}
