import type { Contact } from '#contract/contact.ts';
import { contactStatuses } from '#contract/vocabulary.ts';
import { Day } from '../day.tsx';
import { useSearchParam } from '../search-params.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import { showToast } from '../ui/toasts.ts';
import { ConfirmDelete } from './parts/confirm-delete.tsx';
import { useInbox } from './parts/inbox.ts';
import { PageHead } from './parts/page-head.tsx';
import { Part, ReviewSheet } from './parts/review.tsx';
import { asOptions, Toolbar } from './parts/toolbar.tsx';
import * as sources from './sources.ts';

export default function Contacts() {
  const [search, setSearch] = useSearchParam('q');
  const wanted = search.trim().toLowerCase();
  const inbox = useInbox(sources.contacts, ({ name, email, subject }) =>
    `${name}\n${email}\n${subject}`.toLowerCase().includes(wanted),
  );
  const { open, deleting } = inbox;

  async function changeStatus(contact: Contact, status: string) {
    try {
      await inbox.review(contact, { status });
    } catch {
      showToast({
        title: 'Failed to update status',
        text: `The status of "${contact.subject}" is as it was.`,
        tone: 'destructive',
      });
    }
  }

  return (
    <>
      <PageHead title="Contacts" about="Messages from the contact form." />
      <Toolbar
        search={{ label: 'Search name, email or subject', value: search, onChange: setSearch }}
        filter={{
          label: 'Filter by status',
          all: 'All statuses',
          value: inbox.status,
          options: asOptions(contactStatuses, statusLabel),
          onChange: inbox.setStatus,
        }}
      />
      <section className="list">
        <div className="list-head">
          <p className="label" role="status">
            {inbox.found.length} submission(s)
          </p>
        </div>
        {inbox.found.length === 0 && (
          <div className="p-5">
            <Empty>
              {search || inbox.status
                ? 'Try adjusting your search or filter criteria.'
                : 'Contact form submissions will appear here when users submit the contact form.'}
            </Empty>
          </div>
        )}
        {inbox.shown.map((contact) => (
          <article
            key={contact.id}
            className="entry"
            data-selected={contact.id === (open?.id ?? inbox.current) || undefined}
          >
            <div className="top">
              <h2>{contact.subject}</h2>
              <StatusBadge status={contact.status} />
              <span className="badge category-badge" data-g="none">
                {contact.inquiryType}
              </span>
            </div>
            <p className="meta">
              <b>{contact.name}</b>
              <span>{contact.email}</span>
              <span>
                <Day date={contact.createdAt} />
              </span>
            </p>
            <p className="clamp3">{contact.message}</p>
            <div className="act">
              <select
                className="input status-select"
                aria-label={`Status of ${contact.subject}`}
                value={contact.status}
                onChange={(event) => changeStatus(contact, event.target.value)}
              >
                {contactStatuses.map((value) => (
                  <option key={value} value={value}>
                    {statusLabel(value)}
                  </option>
                ))}
              </select>
              <Button
                small
                aria-label={`View Details of ${contact.subject}`}
                onClick={() => inbox.setOpen(contact.id)}
              >
                View Details
              </Button>
              <Button
                small
                variant="danger"
                aria-label={`Delete ${contact.subject}`}
                onClick={() => inbox.setDeleting(contact)}
              >
                Delete
              </Button>
            </div>
          </article>
        ))}
        {inbox.hasMore && <div ref={inbox.marker} />}
      </section>
      {open && (
        <ReviewSheet
          key={`${open.id}:${open.version}`}
          name={`review:${open.id}`}
          title={open.subject}
          status={open.status}
          statuses={contactStatuses}
          meta={
            <>
              <b>{open.name}</b>
              <a href={`mailto:${open.email}`}>{open.email}</a>
              <span>
                <Day date={open.createdAt} />
              </span>
            </>
          }
          onPrevious={inbox.previous}
          onNext={inbox.next}
          save={(review) => inbox.review(open, review)}
          onDelete={() => inbox.setDeleting(open)}
          onClose={() => inbox.setOpen(null)}
        >
          <Part term="Inquiry type">{open.inquiryType}</Part>
          <Part term="Message">{open.message}</Part>
        </ReviewSheet>
      )}
      {deleting && (
        <ConfirmDelete
          kind="contact"
          name={deleting.subject}
          failure="Failed to delete contact"
          onClose={() => inbox.setDeleting(undefined)}
          remove={() => inbox.remove(deleting)}
        />
      )}
    </>
  );
}
