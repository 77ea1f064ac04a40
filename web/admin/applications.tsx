import { applicationStatuses } from '#contract/vocabulary.ts';
import { Day } from '../day.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { Ago } from './parts/ago.tsx';
import { ConfirmDelete } from './parts/confirm-delete.tsx';
import { useInbox } from './parts/inbox.ts';
import { PageHead } from './parts/page-head.tsx';
import { Part, ReviewSheet, Summary } from './parts/review.tsx';
import { asOptions, Toolbar } from './parts/toolbar.tsx';
import * as sources from './sources.ts';

export default function Applications() {
  const inbox = useInbox(sources.applications);
  const { open, deleting } = inbox;
  return (
    <>
      <PageHead title="Applications" about="People who would like to build with us." />
      <Summary
        tiles={[
          { label: 'Total', count: inbox.items.length, colour: 'muted' },
          { label: 'Pending', count: inbox.count('pending'), colour: 'st-pending' },
          { label: 'Reviewed', count: inbox.count('reviewed'), colour: 'st-reviewed' },
          { label: 'Accepted', count: inbox.count('accepted'), colour: 'st-accepted' },
        ]}
      />
      <section className="list mt-6">
        <div className="list-head">
          <p className="label" role="status">
            {inbox.found.length} {inbox.found.length === 1 ? 'application' : 'applications'}
          </p>
          <Toolbar
            filter={{
              label: 'Status',
              all: 'All statuses',
              value: inbox.status,
              options: asOptions(applicationStatuses, statusLabel),
              onChange: inbox.setStatus,
            }}
          />
        </div>
        {inbox.found.length === 0 && (
          <div className="p-5">
            <Empty>No applications found</Empty>
          </div>
        )}
        {inbox.shown.map((application) => (
          <article
            key={application.id}
            className="entry"
            data-selected={application.id === (open?.id ?? inbox.current) || undefined}
          >
            <div className="top">
              <h2>{application.fullName}</h2>
              <StatusBadge status={application.status} />
            </div>
            <p className="meta">
              <b>{application.role}</b>
              <span>{application.email}</span>
              <span>
                Applied <Ago date={application.createdAt} />
              </span>
              {application.availability && <span>{application.availability}</span>}
            </p>
            <Tags tags={application.skills} limit={5} label="Skills" />
            <div className="act">
              <Button
                small
                aria-label={`View ${application.fullName}`}
                onClick={() => inbox.setOpen(application.id)}
              >
                View
              </Button>
              <Button
                small
                variant="danger"
                aria-label={`Delete ${application.fullName}`}
                onClick={() => inbox.setDeleting(application)}
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
          title={open.fullName}
          status={open.status}
          statuses={applicationStatuses}
          notes={open.notes}
          meta={
            <>
              <b>{open.role}</b>
              <span>
                Applied <Ago date={open.createdAt} />
              </span>
            </>
          }
          onPrevious={inbox.previous}
          onNext={inbox.next}
          save={(review) => inbox.review(open, review)}
          onDelete={() => inbox.setDeleting(open)}
          onClose={() => inbox.setOpen(null)}
        >
          <h3 className="h-sub">Personal information</h3>
          <div className="sheet-two">
            <Part term="Name">{open.fullName}</Part>
            <Part term="Email">
              <a className="link" href={`mailto:${open.email}`}>
                {open.email}
              </a>
            </Part>
            <Part term="Role">{open.role}</Part>
            <Part term="Applied">
              <Day date={open.createdAt} />
            </Part>
            <Part term="Experience">{open.experience}</Part>
            <Part term="Availability">{open.availability}</Part>
          </div>
          <h3 className="h-sub">As submitted</h3>
          <div className="sheet-two">
            <Part term="Mattermost handle">{open.mattermostHandle}</Part>
            <Part term="Circles">
              {open.circles.map((circle) => `${circle} Circle`).join(', ') || 'None'}
            </Part>
            <Part term="Meets the minimum availability">{open.meetsRequirements}</Part>
            <Part term="Currently in a circle">{open.currentlyInCircle}</Part>
          </div>
          {(open.linkedin || open.github || open.portfolio) && (
            <h3 className="h-sub">Professional links</h3>
          )}
          <div className="sheet-two">
            <WebLink name="LinkedIn" url={open.linkedin} />
            <WebLink name="GitHub" url={open.github} />
            <WebLink name="Portfolio" url={open.portfolio} />
          </div>
          <Part term="Skills">
            {open.skills.length > 0 && <Tags tags={open.skills} label="Skills" />}
          </Part>
          <Part term="Motivation">{open.motivation}</Part>
        </ReviewSheet>
      )}
      {deleting && (
        <ConfirmDelete
          kind="application"
          name={deleting.fullName}
          failure="Failed to delete application"
          onClose={() => inbox.setDeleting(undefined)}
          remove={() => inbox.remove(deleting)}
        />
      )}
    </>
  );
}

function WebLink({ name, url }: { name: string; url: string | null }) {
  if (!url) return null;
  return (
    <Part term={name}>
      <a className="link" href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
    </Part>
  );
}
