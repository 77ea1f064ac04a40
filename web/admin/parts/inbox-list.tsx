import type { ReactNode } from 'react';
import { useQuery } from '../../api/query-cache.ts';
import { Button } from '../../ui/button.tsx';
import { countText } from '../../ui/count-text.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { StatusBadge, statusColour, statusLabel } from '../../ui/status-badge.tsx';
import { EntryActs, UnsavedMark } from './acts.tsx';
import { type Inbox, pageOf, type Submission } from './inbox.ts';
import { SelectFilter } from './select-filter.tsx';

/** The parts of the pages for ideas, applications and contacts. Each page puts them together. */

interface StatusTilesProps<Item extends Submission> {
  inbox: Inbox<Item>;
  statuses: readonly Item['status'][];
}

/** The number of all submissions, and of those with each of the statuses, whatever the list is filtered by. */
export function StatusTiles<Item extends Submission>({ inbox, statuses }: StatusTilesProps<Item>) {
  const { total, counts } = useQuery(pageOf(inbox.path));
  const tiles = [
    { label: 'Total', count: total, colour: 'muted' },
    ...statuses.map((status) => ({
      label: statusLabel(status),
      count: counts[status] ?? 0,
      colour: statusColour(status),
    })),
  ];
  return (
    <dl className="panel tiles" style={{ '--cols': tiles.length }}>
      {tiles.map(({ label, count, colour }) => (
        <div key={label} className="tile" style={{ '--c': `var(--${colour})` }}>
          <dt>
            <i className="dot" />
            {label}
          </dt>
          <dd>{count.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  );
}

interface InboxListProps<Item extends Submission> {
  inbox: Inbox<Item>;
  /** Says how many submissions match, given the number as a text. */
  count(number: string): string;
  searchLabel: string;
  /** Shown when no submission matches. */
  empty: string;
  children(item: Item): ReactNode;
}

export function InboxList<Item extends Submission>({
  inbox,
  count,
  searchLabel,
  empty,
  children,
}: InboxListProps<Item>) {
  const hasFailed = inbox.retry !== undefined && inbox.isEarlier;
  return (
    <section className="panel list" aria-busy={inbox.isWaiting}>
      <div className="row list-head">
        <p className="label" role="status">
          {hasFailed ? '' : count(countText(inbox.total, inbox.isAtLeast))}
        </p>
        <div className="cluster admin-toolbar">
          <SearchBox label={searchLabel} value={inbox.search} onChange={inbox.setSearch} />
          <SelectFilter
            label="Filter by status"
            all="All statuses"
            value={inbox.status}
            values={inbox.statuses}
            labelOf={statusLabel}
            onChange={inbox.setStatus}
          />
        </div>
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
    </section>
  );
}

/** The way to submissions that are too far for this list. */
function ListEnd<Item extends Submission>({ inbox }: { inbox: Inbox<Item> }) {
  const { kind, showNewest, showOlder } = inbox;
  if (!showNewest && !showOlder) return null;
  return (
    <div className="acts list-end">
      {showNewest && <Button onClick={showNewest}>Newest {kind}s</Button>}
      {showOlder && <Button onClick={showOlder}>Older {kind}s</Button>}
    </div>
  );
}

interface InboxEntryProps<Item extends Submission> {
  inbox: Inbox<Item>;
  item: Item;
  /** Label of the button that opens the sheet. */
  view: string;
  /** Beside the status. */
  badge?: ReactNode;
  meta: ReactNode;
  /** Before the two buttons that every entry has. */
  act?: ReactNode;
  children: ReactNode;
}

export function InboxEntry<Item extends Submission>({
  inbox,
  item,
  view,
  badge,
  meta,
  act,
  children,
}: InboxEntryProps<Item>) {
  const name = inbox.nameOf(item);
  return (
    <article
      className="entry"
      data-id={item.id}
      data-selected={item.id === (inbox.openId ?? inbox.current) || undefined}
    >
      <div className="top">
        <h2 dir="auto">{name}</h2>
        <StatusBadge status={item.status} />
        {badge}
        <UnsavedMark name={`review:${item.id}`} />
      </div>
      <p className="meta">{meta}</p>
      {children}
      <div className="act">
        {act}
        <EntryActs
          name={name}
          edit={view}
          onEdit={() => inbox.open(item)}
          onDelete={() => inbox.setDeleting(item)}
        />
      </div>
    </article>
  );
}
