import { type Idea, IdeaReview } from '#contract/idea.ts';
import { expertises, ideaStatuses } from '#contract/vocabulary.ts';
import { Tags } from '../ui/tags.tsx';
import { Ago } from './parts/ago.tsx';
import { useInbox } from './parts/inbox.ts';
import { InboxEntry, InboxList, StatusTiles } from './parts/inbox-list.tsx';
import { PageHead } from './parts/page-head.tsx';
import { QuarantineList } from './parts/quarantine-list.tsx';
import { Related } from './parts/related.tsx';
import { InboxDialogs, Part } from './parts/review.tsx';
import { TrashList } from './parts/trash-list.tsx';
import { VisitorPresses } from './parts/visitor-presses.tsx';

const ownFilters = [
  {
    name: 'expertise',
    label: 'Filter by expertise',
    all: 'Any expertise',
    values: expertises,
  },
];

export default function Ideas() {
  const inbox = useInbox<Idea>({
    path: '/api/admin/ideas',
    kind: 'idea',
    statuses: ideaStatuses,
    reviewSchema: IdeaReview,
    hasAnswer: true,
    ownFilters,
    nameOf: ({ title }) => title,
  });
  return (
    <>
      <PageHead title="Ideas" about="Read, decide, leave a note for whoever comes next." />
      <StatusTiles
        inbox={inbox}
        statuses={['pending', 'under_review', 'approved', 'in_development']}
      />
      <QuarantineList inbox={inbox} meta={metaOf}>
        {textOf}
      </QuarantineList>
      <InboxList
        inbox={inbox}
        countLabel={(number) => `${number} ${number === '1' ? 'submission' : 'submissions'}`}
        searchLabel="Search title, problem or solution"
        empty="No idea submissions found"
      >
        {(idea) => (
          <InboxEntry
            key={idea.id}
            inbox={inbox}
            item={idea}
            viewLabel="View"
            meta={metaOf(idea)}
            tags={<Tags tags={idea.requiredExpertise} limit={3} label="Required expertise" />}
          >
            <p className="clamp2" dir="auto">
              {idea.problemStatement}
            </p>
          </InboxEntry>
        )}
      </InboxList>
      <TrashList inbox={inbox} meta={metaOf}>
        {textOf}
      </TrashList>
      <InboxDialogs inbox={inbox} meta={metaOf}>
        {(idea) => (
          <>
            {textOf(idea)}
            <VisitorPresses id={idea.id} />
            <Related inbox={inbox} idea={idea} />
          </>
        )}
      </InboxDialogs>
    </>
  );
}

const metaOf = ({ submitterName, createdAt }: Idea) => (
  <>
    <b dir="auto">{submitterName}</b>
    <span>
      Submitted <Ago date={createdAt} />
    </span>
  </>
);

const textOf = (idea: Idea) => (
  <>
    <Part term="E-mail, private">
      {idea.email && <a href={`mailto:${idea.email}`}>{idea.email}</a>}
    </Part>
    <Part term="Problem statement">{idea.problemStatement}</Part>
    <Part term="Proposed AI-driven solution">{idea.proposedSolution}</Part>
    <div className="sheet-two">
      <Part term="Target audience/beneficiary">{idea.targetAudience}</Part>
      <Part term="Expected impact/benefits">{idea.expectedImpact}</Part>
    </div>
    <Part term="Required expertise">
      {idea.requiredExpertise.length > 0 && (
        <Tags tags={idea.requiredExpertise} label="Required expertise" />
      )}
    </Part>
    <div className="sheet-two">
      <Part term="Potential MVP success metrics">{idea.successMetrics}</Part>
      <Part term="Dependencies/prerequisites">{idea.dependencies}</Part>
    </div>
  </>
);
