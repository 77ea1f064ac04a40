import { ideaStatuses } from '#contract/vocabulary.ts';
import { Tags } from '../ui/tags.tsx';
import { Ago } from './parts/ago.tsx';
import { InboxPage } from './parts/inbox-page.tsx';
import { Part } from './parts/review.tsx';
import * as sources from './sources.ts';

export default function Ideas() {
  return (
    <InboxPage
      source={sources.ideas}
      held="ideas"
      kind="idea"
      title="Ideas"
      about="Read, decide, leave a note for whoever comes next."
      statuses={ideaStatuses}
      counted={['pending', 'under_review', 'approved', 'in_development']}
      nameOf={({ title }) => title}
      countLine={(count) => `${count} ${count === 1 ? 'submission' : 'submissions'}`}
      empty={() => 'No idea submissions found'}
      view="View"
      meta={({ submitterName, createdAt }) => (
        <>
          <b>{submitterName}</b>
          <span>
            Submitted <Ago date={createdAt} />
          </span>
        </>
      )}
      excerpt={({ problemStatement, requiredExpertise }) => (
        <>
          <p className="clamp2">{problemStatement}</p>
          <Tags tags={requiredExpertise} label="Required expertise" />
        </>
      )}
    >
      {(idea) => (
        <>
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
      )}
    </InboxPage>
  );
}
