import { SlidersHorizontal, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImportKind } from '#contract/import.ts';
import { waitingFilter } from '#contract/inbox.ts';
import { useQuery } from '../../api/query-cache.ts';
import { Link } from '../../link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { countText } from '../../ui/count-text.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { StatusBadge, statusColour, statusLabel } from '../../ui/status-badge.tsx';
import { useSession } from '../session.tsx';
import { EntryActs, UnsavedMark } from './acts.tsx';
import { useChoosingKeys } from './chosen.ts';
import { ChosenActions } from './chosen-bar.tsx';
import { Export } from './export.tsx';
import type { Filters } from './filters.ts';
import type { Inbox } from './inbox.ts';
import { pageOf, type Submission } from './inbox-page.ts';
import { KeysHelp } from './keys-help.tsx';
import { useUsername } from './members.ts';
import { useSearchKey } from './search-key.ts';
import { SelectFilter } from './select-filter.tsx';
import { Tip } from './tip.tsx';
import { Waits } from './waiting.tsx';

/** The parts of the pages for ideas, applications and contacts. Each page composes them. */

interface StatusTilesProps<Item extends Submission> {
  inbox: Inbox<Item>;
  statuses: readonly Item['status'][];
}

/** Shows the number of all submissions and of each status. The filters of the list do not change these numbers. */
export function StatusTiles<Item extends Submission>({ inbox, statuses }: StatusTilesProps<Item>) {
  const { total, counts } = useQuery(pageOf(inbox.path));
  const tiles = [
    { status: '', label: 'Total', count: total, colour: 'muted' },
    ...statuses.map((status) => ({
      status: status as string,
      label: statusLabel(status),
      count: counts[status] ?? 0,
      colour: statusColour(status),
    })),
  ];
  return (
    <dl className="panel tiles tile-strip" style={{ '--cols': tiles.length }}>
      {tiles.map(({ status, label, count, colour }) => (
        <div key={label} className="tile" style={{ '--c': `var(--${colour})` }}>
          <dt>
            <i className="dot" />
            <button
              type="button"
              aria-pressed={inbox.filters.status === status}
              onClick={() => inbox.filters.setStatus(status)}
            >
              {label}
            </button>
          </dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

interface InboxListProps<Item extends Submission> {
  inbox: Inbox<Item>;
  /** Returns a label such as "12 applications". `total` is a formatted number, with "+" if there may be more. */
  countLabel(total: string): string;
  searchLabel: string;
  /** Shown when no submission matches. */
  empty: string;
  children(item: Item): ReactNode;
}

export function InboxList<Item extends Submission>({
  inbox,
  countLabel,
  searchLabel,
  empty,
  children,
}: InboxListProps<Item>) {
  /** True if the list for the current filters could not be fetched: `inbox.found` still belongs to earlier filters. */
  const hasFailed = inbox.retry !== undefined && inbox.isEarlier;
  useSearchKey();
  useChoosingKeys(inbox.chosen, inbox.current);
  const { filters } = inbox;
  /** Undefined until the user shows or hides the additional filters. */
  const [wantsMoreFilters, setWantsMoreFilters] = useState<boolean>();
  const showsMoreFilters = wantsMoreFilters ?? filters.ofKind.some(({ value }) => value !== '');
  return (
    <section className="panel list" aria-busy={inbox.isWaiting}>
      <div className="row list-head">
        <p className="label" role="status">
          {hasFailed ? '' : countLabel(countText(inbox.total, inbox.isAtLeast))}
        </p>
        <div className="cluster admin-toolbar">
          <SearchBox label={searchLabel} value={filters.search} onChange={filters.setSearch} />
          <SelectFilter
            label="Filter by status"
            all="All statuses"
            value={filters.status}
            values={[waitingFilter, ...inbox.statuses]}
            labelOf={(status) => (status === waitingFilter ? 'Waiting' : statusLabel(status))}
            onChange={filters.setStatus}
          />
          <Button
            small
            aria-pressed={filters.isMine}
            onClick={() => filters.setMine(!filters.isMine)}
          >
            Mine
          </Button>
          <span className="list-tools">
            <Tip text="More filters">
              <Button
                icon
                small
                variant="ghost"
                aria-label="More filters"
                aria-expanded={showsMoreFilters}
                onClick={() => setWantsMoreFilters(!showsMoreFilters)}
              >
                <SlidersHorizontal className="i" aria-hidden="true" />
              </Button>
            </Tip>
            <Export inbox={inbox} />
            {inbox.section !== 'contacts' && <ImportLink section={inbox.section} />}
            <KeysHelp statuses={inbox.statuses} />
          </span>
        </div>
        {showsMoreFilters && <MoreFilters filters={filters} />}
      </div>
      {inbox.found.length === 0 && !hasFailed && (
        <div className="list-empty">
          <Empty>{empty}</Empty>
        </div>
      )}
      {!hasFailed && inbox.found.map(children)}
      {inbox.retry && (
        <div className="list-empty">
          <Alert
            title={`${hasFailed ? 'The' : 'More'} ${inbox.kind}s could not be fetched`}
            onRetry={inbox.retry}
          />
        </div>
      )}
      {inbox.marker && <div ref={inbox.marker} />}
      <ListEnd inbox={inbox} />
      <ChosenActions inbox={inbox} />
    </section>
  );
}

function ImportLink({ section }: { section: ImportKind }) {
  return (
    <Tip text="Import">
      <Link
        className={buttonClass({ variant: 'ghost', small: true, icon: true })}
        href={`/admin/import?of=${section}`}
        aria-label="Import"
      >
        <Upload className="i" aria-hidden="true" />
      </Link>
    </Tip>
  );
}

function ListEnd<Item extends Submission>({ inbox }: { inbox: Inbox<Item> }) {
  const { kind, showStart, showMore, filters } = inbox;
  if (!showStart && !showMore) return null;
  const [first, next] = filters.isOldestFirst ? ['Oldest', 'Newer'] : ['Newest', 'Older'];
  return (
    <div className="acts list-end">
      {showStart && (
        <Button onClick={showStart}>
          {first} {kind}s
        </Button>
      )}
      {showMore && (
        <Button onClick={showMore}>
          {next} {kind}s
        </Button>
      )}
    </div>
  );
}

/** Shows the filters of this kind of submission, such as the role of applications, and the sort order. */
function MoreFilters({ filters }: { filters: Filters }) {
  return (
    <div className="cluster more-filters">
      {filters.ofKind.map(({ name, label, all, values, value, set }) => (
        <SelectFilter
          key={name}
          label={label}
          all={all}
          value={value}
          values={values}
          onChange={set}
        />
      ))}
      <select
        className="input"
        aria-label="Order"
        value={filters.isOldestFirst ? 'oldest' : 'newest'}
        onChange={(event) => filters.setOldestFirst(event.target.value === 'oldest')}
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
    </div>
  );
}

interface InboxEntryProps<Item extends Submission> {
  inbox: Inbox<Item>;
  item: Item;
  /** The label of the button that opens the sheet, in which staff review the submission. */
  viewLabel: string;
  /** Shown beside the status. */
  badge?: ReactNode;
  /** The line below the title, for example the sender and the date. */
  meta: ReactNode;
  /** Shown beside `meta`. */
  tags?: ReactNode;
  /** A control before the buttons View and Delete. */
  extraAction?: ReactNode;
  children: ReactNode;
}

export function InboxEntry<Item extends Submission>({
  inbox,
  item,
  viewLabel,
  badge,
  meta,
  tags,
  extraAction,
  children,
}: InboxEntryProps<Item>) {
  const name = inbox.nameOf(item);
  const isChosen = inbox.chosen.has(item.id);
  return (
    // The row and the title are not in the tab order: they are only larger targets for the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button of `viewLabel` does the same
    <article
      className="entry compact"
      data-id={item.id}
      data-selected={item.id === (inbox.openId ?? inbox.current) || undefined}
      data-chosen={isChosen || undefined}
      onClick={({ target }) => {
        const isControl = (target as HTMLElement).closest('button, a, select, label');
        // A click that ends a selection of text does not open the submission.
        if (!isControl && getSelection()?.isCollapsed !== false) inbox.open(item);
      }}
    >
      <div className="top">
        <label className="choose">
          <input
            type="checkbox"
            aria-label={`Choose ${name}`}
            checked={isChosen}
            // `onClick` instead of `onChange`, whose event has no `shiftKey`. `readOnly` prevents React's warning about
            // `checked` without `onChange`.
            onClick={({ shiftKey }) => inbox.chosen.toggle(item.id, shiftKey)}
            readOnly
          />
        </label>
        <h2 dir="auto">
          <button type="button" tabIndex={-1} onClick={() => inbox.open(item)}>
            {name}
          </button>
        </h2>
        <StatusBadge status={item.status} />
        {badge}
        <Waits section={inbox.section} status={item.status} createdAt={item.createdAt} />
        <Owner id={item.ownerId} />
        <UnsavedMark name={`review:${item.id}`} />
      </div>
      <div className="entry-line">
        <p className="meta">{meta}</p>
        {tags}
      </div>
      {children}
      <div className="act">
        {extraAction}
        <EntryActs
          name={name}
          editLabel={viewLabel}
          onEdit={() => inbox.open(item)}
          onDelete={() => inbox.setDeleting(item)}
        />
      </div>
    </article>
  );
}

function Owner({ id }: { id: string | null | undefined }) {
  const { user } = useSession();
  const username = useUsername(id);
  if (!id || !username) return null;
  return <span className="waits">{id === user?.id ? 'Yours' : <bdi>{username}</bdi>}</span>;
}
