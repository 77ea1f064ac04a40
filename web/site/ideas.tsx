import { memo, useRef } from 'react';
import type { PublicIdea } from '#contract/idea.ts';
import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import { Day } from '../day.tsx';
import { Head } from '../head.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Alert, Empty } from '../ui/states.tsx';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { useIdeaSearch } from './idea-search.ts';
import { failureText, IdeasHeading } from './ideas-states.tsx';

const all = 'all';
/**
 * Cards further down than this are laid out when they come near. A page that has just arrived lays out all it starts
 * with, one with each frame: see far-below.ts. What a search finds must not keep the next key waiting.
 */
const laidOut = { atFirst: 48, found: 3 };
/** A rejected idea has its badge but no button of its own; ?status=rejected works all the same. */
const offered = ideaStatuses.filter((status) => status !== 'rejected');

export default function Ideas() {
  return (
    <>
      <Head
        title="Community Ideas"
        description="Ideas from the community, and how far each of them has travelled."
        path="/ideas"
      />
      <IdeasHeading />
      <SearchableIdeas />
    </>
  );
}

/** By itself: a key that is typed draws this again, and not the page around it. */
function SearchableIdeas() {
  const [search, setSearch] = useSearchParam('q');
  const [status, setStatus] = useSearchParam('status');
  const { ideas, total, counts, isFound, isLooking, retry, marker, prepare, more } = useIdeaSearch(
    search,
    status,
  );
  const results = useRef<HTMLElement>(null);
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const options = [
    { value: all, label: 'All', count: everything },
    ...offered.map((value) => ({
      value,
      label: statusLabel(value),
      count: counts[value],
    })),
  ];
  return (
    <div className="wrap page-end">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody comes near */}
      <div className="toolbar" onFocus={prepare} onPointerEnter={prepare}>
        <SearchBox label="Search title, problem or solution" value={search} onChange={setSearch} />
        <Filters
          label="Status"
          options={options}
          chosen={status || all}
          onChoose={(value) => setStatus(value === all ? '' : value)}
        />
      </div>
      <p className="sr" role="status">
        {retry ? '' : `${total} ${total === 1 ? 'idea' : 'ideas'}`}
      </p>
      <section ref={results} tabIndex={-1} aria-busy={isLooking}>
        {retry ? (
          <Alert
            title={failureText}
            onRetry={() => {
              results.current?.focus();
              retry();
            }}
          />
        ) : total === 0 ? (
          <Empty title="No ideas found">
            {everything === 0
              ? 'No ideas have been submitted yet. Be the first to submit an idea!'
              : 'Try adjusting your search or filter criteria'}
          </Empty>
        ) : (
          <CardList ideas={ideas} near={isFound ? laidOut.found : laidOut.atFirst} />
        )}
        {!retry && ideas.length < total && (
          <p className="mt-6" ref={marker}>
            <a className={buttonClass()} href={more}>
              Show more ideas
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

/** Drawn again only when the list is another one, not with every key that is typed. */
const CardList = memo(function CardList({ ideas, near }: { ideas: PublicIdea[]; near: number }) {
  return (
    <ul className="stack">
      {ideas.map((idea, index) => (
        <li key={idea.id} className={index < near ? undefined : 'lazily'}>
          <IdeaCard idea={idea} />
        </li>
      ))}
    </ul>
  );
});

const IdeaCard = memo(function IdeaCard({ idea }: { idea: PublicIdea }) {
  return (
    <article className="card idea">
      <div className="idea-side">
        <StatusBadge status={idea.status} />
        <MiniRoute status={idea.status} />
        <dl>
          <div>
            <dt>Submitted by</dt>
            <dd>{idea.submitterName}</dd>
          </div>
          <div>
            <dt>Date</dt>
            <dd>
              <Day date={idea.createdAt} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="idea-main">
        <h2 className="title">{idea.title}</h2>
        <div className="idea-cols">
          <div>
            <h3>Problem</h3>
            <p className="whitespace-pre-line">{idea.problemStatement}</p>
          </div>
          <div>
            <h3>Proposed solution</h3>
            <p className="whitespace-pre-line">{idea.proposedSolution}</p>
          </div>
        </div>
        <Tags tags={idea.requiredExpertise} limit={3} label="Required expertise" />
      </div>
    </article>
  );
});

const stops = [
  [4, 13],
  [44, 11],
  [84, 7],
  [124, 2],
] as const;
const legs = ['M4 13C24 13 30 12.5 44 11', 'S70 9 84 7', 'S108 5 124 2'];
const travelled: Record<IdeaStatus, number> = {
  pending: 0,
  under_review: 1,
  approved: 2,
  in_development: 3,
  rejected: 0,
};

/** The same four stops for every idea: the line is flown as far as the review has come. */
function MiniRoute({ status }: { status: IdeaStatus }) {
  const reached = travelled[status] ?? 0;
  const rejected = status === 'rejected';
  return (
    <svg className={rejected ? 'mini off' : 'mini'} viewBox="0 0 128 16" aria-hidden="true">
      <path d={legs.join('')} />
      {reached > 0 && <path className="go" d={legs.slice(0, reached).join('')} />}
      {stops.map(([x, y], index) => (
        <circle key={x} cx={x} cy={y} r={3.5} className={index <= reached ? 'on' : undefined} />
      ))}
      {rejected && <path className="x" d="M20 8l8 8M28 8l-8 8" />}
    </svg>
  );
}
