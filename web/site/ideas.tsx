import { X } from 'lucide-react';
import { memo } from 'react';
import type { PublicIdea } from '#contract/idea.ts';
import { ideaPath } from '#contract/idea-path.ts';
import type { IdeaPage } from '#contract/list-page.ts';
import { type IdeaStatus, ideaStatuses } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { Head } from '../head.tsx';
import { isPlainClick, Link } from '../link.tsx';
import { countText } from '../ui/count-text.ts';
import { Filters } from '../ui/filters.tsx';
import { restoreFocus } from '../ui/restore-focus.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import { Tags } from '../ui/tags.tsx';
import { failureText, IdeasHeading } from './ideas-states.tsx';
import { ListResults } from './list-results.tsx';
import { type SearchableList, useListSearch } from './list-search.ts';

/** The statuses with a filter button. Rejected ideas have no button, but `?status=rejected` works. */
const offered = ideaStatuses.filter((status) => status !== 'rejected');
const isOffered = (status: string) => offered.some((each) => each === status);

const ideaList: SearchableList<IdeaPage> = {
  path: '/ideas',
  filter: { name: 'status', values: ideaStatuses },
  source: sources.ideas,
};

/** Estimates whether a text takes more than six lines of a card on a wide screen. CSS clamps longer texts. */
const isLongText = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 60)), 0) > 6;

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

/** A separate component, so that typing does not render the whole page again. */
function SearchableIdeas() {
  const search = useListSearch(ideaList);
  const { typed, setTyped, chosen, setChosen } = search;
  const { items: ideas, total, counts, isAtLeast } = search.page;
  const everything = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const options = [
    { value: '', label: 'All', count: countText(everything, isAtLeast) },
    ...offered.map((value) => ({
      value,
      label: statusLabel(value),
      count: countText(counts[value], isAtLeast),
    })),
  ];
  return (
    <div className="wrap page-end">
      <div className="toolbar">
        <SearchBox label="Search title, problem or solution" value={typed} onChange={setTyped} />
        <Filters
          label="Status"
          name="status"
          options={options}
          chosen={chosen}
          onChoose={setChosen}
        />
        {chosen && !isOffered(chosen) && (
          <ChosenStatus status={chosen} onRemove={() => setChosen('')} />
        )}
      </div>
      <ListResults noun="idea" search={search} failure={failureText}>
        {total === 0 ? (
          <Empty title="No ideas found">
            {everything === 0 && !typed
              ? 'No ideas have been submitted yet. Be the first to submit an idea!'
              : 'Try adjusting your search or filter criteria'}
          </Empty>
        ) : (
          <CardList ideas={ideas} />
        )}
      </ListResults>
    </div>
  );
}

/** Shows a selected status that has no filter button. A click removes it. */
function ChosenStatus({ status, onRemove }: { status: string; onRemove(): void }) {
  return (
    <a
      className="tag chosen"
      href="/ideas"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onRemove();
        restoreFocus('.filter');
      }}
    >
      <span className="sr">Only </span>
      {statusLabel(status)}
      <X className="i" aria-hidden="true" />
      <span className="sr">: remove this filter</span>
    </a>
  );
}

/** Memoised, so that typing in the search box does not render the list again. */
const CardList = memo(function CardList({ ideas }: { ideas: PublicIdea[] }) {
  return (
    <ul className="stack">
      {ideas.map((idea) => (
        <li key={idea.id} id={idea.id}>
          <IdeaCard idea={idea} />
        </li>
      ))}
    </ul>
  );
});

const IdeaCard = memo(function IdeaCard({ idea }: { idea: PublicIdea }) {
  const isLong = [idea.problemStatement, idea.proposedSolution].some(isLongText);
  return (
    <article className={isLong ? 'card idea long' : 'card idea'}>
      <div className="idea-side">
        <StatusBadge status={idea.status} />
        <MiniRoute status={idea.status} />
        <dl>
          <div>
            <dt>Submitted by</dt>
            <dd dir="auto">{idea.submitterName}</dd>
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
        <h2 className="title" dir="auto">
          <Link href={ideaPath(idea)}>{idea.title}</Link>
        </h2>
        <div className="idea-cols">
          <div>
            <h3>Problem</h3>
            <p className="pre-line" dir="auto">
              {idea.problemStatement}
            </p>
          </div>
          <div>
            <h3>Proposed solution</h3>
            <p className="pre-line" dir="auto">
              {idea.proposedSolution}
            </p>
          </div>
        </div>
        {isLong && (
          <Link className="link read-all" href={ideaPath(idea)}>
            Read all<span className="sr"> of {idea.title}</span>
          </Link>
        )}
        {idea.answer && (
          <div className="idea-answer">
            <h3>Our answer</h3>
            <p className="pre-line" dir="auto">
              {idea.answer}
            </p>
          </div>
        )}
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

/** Draws the four stages of an idea, and a line up to the stage that it has reached. */
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
