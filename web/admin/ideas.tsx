import { ideaStatuses } from '#contract/vocabulary.ts';
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

export default function Ideas() {
  const inbox = useInbox(sources.ideas);
  const { open, deleting } = inbox;
  return (
    <>
      <PageHead title="Ideas" about="Read, decide, leave a note for whoever comes next." />
      <Summary
        tiles={[
          { label: 'Total', count: inbox.items.length, colour: 'muted' },
          { label: 'Pending', count: inbox.count('pending'), colour: 'st-pending' },
          { label: 'Under Review', count: inbox.count('under_review'), colour: 'st-under-review' },
          { label: 'Approved', count: inbox.count('approved'), colour: 'st-approved' },
          {
            label: 'In Development',
            count: inbox.count('in_development'),
            colour: 'st-in-development',
          },
        ]}
      />
      <section className="list mt-6">
        <div className="list-head">
          <p className="label" role="status">
            {inbox.found.length} {inbox.found.length === 1 ? 'submission' : 'submissions'}
          </p>
          <Toolbar
            filter={{
              label: 'Status',
              all: 'All statuses',
              value: inbox.status,
              options: asOptions(ideaStatuses, statusLabel),
              onChange: inbox.setStatus,
            }}
          />
        </div>
        {inbox.found.length === 0 && (
          <div className="p-5">
            <Empty>No idea submissions found</Empty>
          </div>
        )}
        {inbox.shown.map((idea) => (
          <article
            key={idea.id}
            className="entry"
            data-selected={idea.id === (open?.id ?? inbox.current) || undefined}
          >
            <div className="top">
              <h2>{idea.title}</h2>
              <StatusBadge status={idea.status} />
            </div>
            <p className="meta">
              <b>{idea.submitterName}</b>
              <span>
                Submitted <Ago date={idea.createdAt} />
              </span>
            </p>
            <p className="clamp2">{idea.problemStatement}</p>
            <Tags tags={idea.requiredExpertise} label="Required expertise" />
            <div className="act">
              <Button
                small
                aria-label={`View ${idea.title}`}
                onClick={() => inbox.setOpen(idea.id)}
              >
                View
              </Button>
              <Button
                small
                variant="danger"
                aria-label={`Delete ${idea.title}`}
                onClick={() => inbox.setDeleting(idea)}
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
          title={open.title}
          status={open.status}
          statuses={ideaStatuses}
          notes={open.notes}
          meta={
            <>
              <b>{open.submitterName}</b>
              <span>
                Submitted <Ago date={open.createdAt} />
              </span>
            </>
          }
          onPrevious={inbox.previous}
          onNext={inbox.next}
          save={(review) => inbox.review(open, review)}
          onDelete={() => inbox.setDeleting(open)}
          onClose={() => inbox.setOpen(null)}
        >
          <Part term="Problem statement">{open.problemStatement}</Part>
          <Part term="Proposed AI-driven solution">{open.proposedSolution}</Part>
          <div className="sheet-two">
            <Part term="Target audience/beneficiary">{open.targetAudience}</Part>
            <Part term="Expected impact/benefits">{open.expectedImpact}</Part>
          </div>
          <Part term="Required expertise">
            {open.requiredExpertise.length > 0 && (
              <Tags tags={open.requiredExpertise} label="Required expertise" />
            )}
          </Part>
          <div className="sheet-two">
            <Part term="Potential MVP success metrics">{open.successMetrics}</Part>
            <Part term="Dependencies/prerequisites">{open.dependencies}</Part>
          </div>
        </ReviewSheet>
      )}
      {deleting && (
        <ConfirmDelete
          kind="idea"
          name={deleting.title}
          failure="Failed to delete idea"
          onClose={() => inbox.setDeleting(undefined)}
          remove={() => inbox.remove(deleting)}
        />
      )}
    </>
  );
}
