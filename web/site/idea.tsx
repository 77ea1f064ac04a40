import '../styles/idea.css';
import { type ReactNode, use } from 'react';
import type { IdeaDetail } from '#contract/idea.ts';
import { ideaCardPath } from '#contract/idea-card.ts';
import { ideaPath } from '#contract/idea-path.ts';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { breadcrumbs, Head, OriginContext } from '../head.tsx';
import type { PageProps } from '../page-props.ts';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { IdeaPresses } from './idea-presses.tsx';
import { LineageStrip, LinkedPosts } from './lineage.tsx';
import { Neighbours } from './neighbours.tsx';
import { ObjectHead } from './object-head.tsx';
import { SameWish } from './same-wish.tsx';
import { ShareLink } from './share-link.tsx';

/** The page of one idea: all public texts of the submission, the lab's answer, and the stages that it has reached. */
export default function IdeaPage({ id }: PageProps) {
  const idea = useQuery(sources.idea(id));
  const lineage = useQuery(sources.lineage('ideas', idea.id));
  return (
    <article>
      <IdeaHead idea={idea} />
      <header className="page-head project-head">
        <ObjectHead
          back={{ href: '/ideas', label: 'All ideas' }}
          badges={<StatusBadge status={idea.status} />}
          title={idea.title}
        >
          <p className="muted idea-by">
            Submitted by <b dir="auto">{idea.submitterName}</b> on <Day date={idea.createdAt} />
          </p>
        </ObjectHead>
      </header>
      <div className="wrap project-grid">
        <div className="idea-text">
          <SameWish idea={idea.sameAs} />
          <LineageStrip title="What became of it" lineage={lineage} own={idea.id} />
          <Part title="Our answer" isAnswer>
            {idea.answer}
          </Part>
          <Part title="Problem">{idea.problemStatement}</Part>
          <Part title="Proposed solution">{idea.proposedSolution}</Part>
          <Part title="Who would benefit">{idea.targetAudience}</Part>
          <Part title="What would get better">{idea.expectedImpact}</Part>
          <Part title="How we would know">{idea.successMetrics}</Part>
          <Part title="What it needs first">{idea.dependencies}</Part>
          <LinkedPosts title="Posts about it" posts={lineage.posts} />
        </div>
        <aside className="project-side">
          <StageList idea={idea} />
          {idea.requiredExpertise.length > 0 && (
            <section aria-labelledby="expertise-heading">
              <h2 className="label" id="expertise-heading">
                Required expertise
              </h2>
              <Tags tags={idea.requiredExpertise} label="Required expertise" />
            </section>
          )}
          <IdeaPresses id={idea.id} />
          <section aria-labelledby="share-heading">
            <h2 className="label" id="share-heading">
              Pass it on
            </h2>
            <div className="actions">
              <ShareLink title={idea.title} />
            </div>
          </section>
        </aside>
      </div>
      <Neighbours label="Other ideas" newer={linkTo(idea.newer)} older={linkTo(idea.older)} />
    </article>
  );
}

const linkTo = (idea: IdeaDetail['newer']) => idea && { href: ideaPath(idea), name: idea.title };

function IdeaHead({ idea }: { idea: IdeaDetail }) {
  const origin = use(OriginContext);
  const path = ideaPath(idea);
  const card = ideaCardPath(idea);
  return (
    <Head
      title={idea.title}
      description={idea.problemStatement.slice(0, 200)}
      path={path}
      card={card}
      type="article"
      data={[
        {
          '@type': 'CreativeWork',
          name: idea.title,
          abstract: idea.problemStatement,
          text: idea.proposedSolution,
          author: { '@type': 'Person', name: idea.submitterName },
          dateCreated: idea.createdAt,
          creativeWorkStatus: statusLabel(idea.status),
          image: origin + card,
          url: origin + path,
        },
        breadcrumbs(origin, ['Home', '/'], ['Ideas', '/ideas'], [idea.title, path]),
      ]}
    />
  );
}

interface PartProps {
  title: string;
  isAnswer?: boolean;
  /** The text. Without it `Part` renders nothing. */
  children: string | null | undefined;
}

function Part({ title, isAnswer = false, children }: PartProps) {
  if (!children) return null;
  return (
    <section className={isAnswer ? 'idea-part answer' : 'idea-part'}>
      <h2 className="h-sub">{title}</h2>
      <p className="pre-line" dir="auto">
        {children}
      </p>
    </section>
  );
}

const stages = ideaStatuses.filter((status) => status !== 'rejected');

/** Shows the stages that the idea has reached, with their dates, and the stages ahead of it. */
function StageList({ idea }: { idea: IdeaDetail }) {
  const last = idea.route.at(-1);
  // `route` may lack the current status: it has no changes from before the site recorded a history.
  const reached =
    last?.status === idea.status ? idea.route : [...idea.route, { status: idea.status }];
  const ahead = idea.status === 'rejected' ? [] : stages.slice(stages.indexOf(idea.status) + 1);
  return (
    <section aria-labelledby="way-heading">
      <h2 className="label" id="way-heading">
        Progress so far
      </h2>
      <ol className="way">
        {reached.map((stop, at) => (
          <Stop
            key={'at' in stop ? stop.at : stop.status}
            isCurrent={at === reached.length - 1}
            isOff={stop.status === 'rejected'}
          >
            {statusLabel(stop.status)}
            {'at' in stop && (
              <span>
                <Day date={stop.at} />
              </span>
            )}
          </Stop>
        ))}
        {ahead.map((status) => (
          <Stop key={status} isAhead>
            {statusLabel(status)}
          </Stop>
        ))}
      </ol>
    </section>
  );
}

interface StopProps {
  isCurrent?: boolean;
  isAhead?: boolean;
  isOff?: boolean;
  children: ReactNode;
}

const Stop = ({ isCurrent = false, isAhead = false, isOff = false, children }: StopProps) => (
  <li
    aria-current={isCurrent ? 'step' : undefined}
    data-ahead={isAhead || undefined}
    data-off={isOff || undefined}
  >
    {children}
    {isAhead && <span className="sr"> (not yet)</span>}
  </li>
);
