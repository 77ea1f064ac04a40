import { podPath, postPath, projectPath } from '#contract/pages.ts';
import '../styles/search.css';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef } from 'react';
import { ideaPath } from '#contract/idea-path.ts';
import type { SearchGroup, SearchHit } from '#contract/search.ts';
import { isSearchable, searchWords, splitAtMatches } from '#contract/search-marks.ts';
import { foldSearch } from '#contract/search-text.ts';
import { limits, type SearchKind, searchKinds, shownOfOneKind } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { useSteadyQuery } from '../api/steady-query.ts';
import { Day } from '../day.tsx';
import { Head } from '../head.tsx';
import { isPlainClick, Link } from '../link.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Filters } from '../ui/filters.tsx';
import { Empty } from '../ui/states.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Category } from './category.tsx';
import { Results } from './results.tsx';

const names: Record<SearchKind, string> = {
  ideas: 'Ideas',
  projects: 'Projects',
  pods: 'Pods',
  posts: 'Posts',
};

const hrefOf: Record<SearchKind, (hit: SearchHit) => string> = {
  ideas: ideaPath,
  projects: projectPath,
  pods: podPath,
  posts: postPath,
};

export default function SearchPage() {
  const [typed, setTyped] = useSearchParam('q');
  const [chosen, setChosen] = useSearchParam('in', searchKinds);
  const search = useDeferredValue(typed).trim();
  const kind = useDeferredValue(chosen);
  const q = foldSearch(search);
  const { data, path, isWaiting, retry } = useSteadyQuery(sources.search(q, kind), q);
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once, after hydration
  useEffect(() => {
    const input = field.current;
    if (!input) return;
    // Takes over text that was typed before hydration, or restored by the browser.
    if (input.value !== typed) setTyped(input.value);
    // Waits a frame, because page-frame.tsx focuses the heading first.
    if (!input.value) requestAnimationFrame(() => input.focus());
  }, []);

  /** Moves the focus between the field and the results with the arrow keys. */
  function moveFocus(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const links = results.current?.querySelectorAll<HTMLElement>('.found-title a') ?? [];
    const stops = [field.current, ...links];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = at === -1 && step === 1 ? stops[1] : at === -1 ? undefined : stops[at + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const groups = searchKinds.map((each) => ({ kind: each, group: data[each] }));
  const total = groups.reduce((sum, { group }) => sum + group.total, 0);
  const isAtLeast = groups.some(({ group }) => group.isAtLeast);
  // `data` may still belong to the previous search, so the words to mark are read from the path of `data`.
  const answeredQuery = new URLSearchParams(path.split('?')[1]).get('q') ?? '';
  const hint = hintFor(q) ?? (total === 0 && !isWaiting && !retry && nothingFound(search));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the links inside get the key events
    <div className="wrap page-top page-end" onKeyDown={moveFocus}>
      <Head
        title={search ? `“${search}” · Search` : 'Search'}
        description="Search the lab's ideas, projects, pods and posts."
        path={null}
      />
      <h1 className="d1">Search</h1>
      <search>
        <form
          className="site-search"
          action="/search"
          onSubmit={(event) => {
            event.preventDefault();
            results.current?.focus();
          }}
        >
          <Search className="i" aria-hidden="true" />
          <input
            ref={field}
            id="search-field"
            className="input"
            type="search"
            name="q"
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: this field is the purpose of the page
            autoFocus={!search}
            autoComplete="off"
            enterKeyHint="search"
            aria-label="Search ideas, projects, pods and posts"
            placeholder="Ideas, projects, pods and posts"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className={buttonClass({ variant: 'primary' })}>
            Search
          </button>
        </form>
      </search>
      <Results
        ref={results}
        label="Results"
        count={hint ? '' : `${countText(total, isAtLeast)} ${total === 1 ? 'result' : 'results'}`}
        isWaiting={isWaiting}
        retry={retry}
        failure="The search did not answer. Please try again."
      >
        {hint ? (
          <Empty title={hint.title} action={<ListPageLinks />}>
            {hint.text}
          </Empty>
        ) : (
          <>
            <Filters
              label="Kind"
              name="in"
              options={[
                { value: '', label: 'All', count: countText(total, isAtLeast) },
                ...groups.map(({ kind, group }) => ({
                  value: kind,
                  label: names[kind],
                  count: countText(group.total, group.isAtLeast),
                })),
              ]}
              chosen={chosen}
              onChoose={setChosen}
            />
            {groups
              .filter(({ group }) => group.items.length > 0)
              .map(({ kind, group }) => (
                <Group
                  key={kind}
                  kind={kind}
                  group={group}
                  q={answeredQuery}
                  onChoose={(kind) => {
                    // Moves the focus first, because the clicked link disappears.
                    results.current?.focus();
                    setChosen(kind);
                  }}
                />
              ))}
            {groups.every(({ group }) => group.items.length === 0) && !isWaiting && (
              <p className="muted found-none">
                Nothing of this kind matches. The other kinds have {countText(total, isAtLeast)}.
              </p>
            )}
          </>
        )}
      </Results>
    </div>
  );
}

interface Hint {
  title: string;
  text: string;
}

/** Returns a hint instead of results if the search text is empty, too short or too long. */
function hintFor(q: string): Hint | undefined {
  if (q.length > limits.maxSearch) {
    const text = `Use at most ${limits.maxSearch} characters: a word or two are enough.`;
    return { title: 'This search is too long', text };
  }
  if (q === '') {
    const text =
      'Type a word or two. They are looked for in ideas, projects, pods and the whole of each post.';
    return { title: 'What are you looking for?', text };
  }
  if (!isSearchable(q)) {
    const text = `A search needs at least ${limits.minSearch} characters.`;
    return { title: 'One more character, please', text };
  }
  return undefined;
}

const nothingFound = (search: string): Hint => ({
  title: `Nothing found for “${search}”`,
  text: 'Check the spelling, or try a shorter or another word.',
});

const ListPageLinks = () => (
  <nav className="found-else" aria-label="Without searching">
    {[
      ['/ideas', 'Community ideas'],
      ['/#projects', 'Projects'],
      ['/#pods', 'Pods'],
      ['/blog', 'Blog'],
    ].map(([href = '', name]) => (
      <Link key={href} className="link" href={href}>
        {name}
      </Link>
    ))}
  </nav>
);

interface GroupProps {
  kind: SearchKind;
  group: SearchGroup;
  /** The folded search text of the results. */
  q: string;
  onChoose(kind: SearchKind): void;
}

function Group({ kind, group: { items, total, isAtLeast }, q, onChoose }: GroupProps) {
  const words = searchWords(q);
  const count = countText(total, isAtLeast);
  const query = new URLSearchParams({ q });
  return (
    <section className="found" aria-labelledby={`found-${kind}`}>
      <h2 className="d3" id={`found-${kind}`}>
        {names[kind]}
      </h2>
      <ul>
        {items.map((hit) => (
          <li key={hit.id} id={`${kind}-${hit.id}`} className="found-row">
            <h3 className="found-title title" dir="auto">
              <Link href={hrefOf[kind](hit)}>
                <Marked text={hit.title} words={words} />
              </Link>
            </h3>
            <p className="found-meta">
              {kind === 'posts' ? (
                <Category category={hit.label} />
              ) : (
                <StatusBadge status={hit.label} />
              )}
              {hit.date && <Day date={hit.date} />}
            </p>
            <p className="found-text" dir="auto">
              <Marked text={hit.text} words={words} />
            </p>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="found-more">
          {items.length < shownOfOneKind ? (
            <a
              className="link"
              href={`/search?${query}&in=${kind}`}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onChoose(kind);
              }}
            >
              Show {count} {kind}
            </a>
          ) : kind === 'ideas' && words.length === 1 ? (
            // The list of ideas finds several words only as one phrase, so a search of several words has no link to it.
            <Link className="link" href={`/ideas?${query}`}>
              All ideas that match
            </Link>
          ) : (
            <span className="muted">
              {items.length} of {count} are shown. A longer search finds fewer.
            </span>
          )}
        </p>
      )}
    </section>
  );
}

function Marked({ text, words }: { text: string; words: string[] }) {
  return splitAtMatches(text, words).map(({ text, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no id
    isMatch ? <mark key={index}>{text}</mark> : text,
  );
}
