import type { ReactNode } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusBadge, statusColour, statusLabel } from '../../ui/status-badge.tsx';
import { EntryActs, UnsavedMark } from './acts.tsx';
import type { Inbox, Submission } from './inbox.ts';
import { SelectFilter } from './select-filter.tsx';

/** The parts of the pages for ideas, applications and contacts. Each page puts them together. */

interface StatusTilesProps<Item extends Submission> {
  inbox: Inbox<Item>;
  statuses: readonly Item['status'][];
}

/** The number of all submissions, and of those with each of the statuses. */
export function StatusTiles<Item extends Submission>({ inbox, statuses }: StatusTilesProps<Item>) {
  const countOf = (status: string) => inbox.items.filter((item) => item.status === status).length;
  const tiles = [
    { label: 'Total', count: inbox.items.length, colour: 'muted' },
    ...statuses.map((status) => ({
      label: statusLabel(status),
      count: countOf(status),
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
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

interface InboxToolbarProps<Item extends Submission> {
  inbox: Inbox<Item>;
  /** Label of the search box. Without it there is none. */
  searchLabel?: string;
}

export function InboxToolbar<Item extends Submission>({
  inbox,
  searchLabel,
}: InboxToolbarProps<Item>) {
  return (
    <div className="cluster admin-toolbar">
      {searchLabel && (
        <SearchBox label={searchLabel} value={inbox.search} onChange={inbox.setSearch} />
      )}
      <SelectFilter
        label="Filter by status"
        all="All statuses"
        value={inbox.status}
        values={inbox.statuses}
        labelOf={statusLabel}
        onChange={inbox.setStatus}
      />
    </div>
  );
}

interface InboxListProps<Item extends Submission> {
  inbox: Inbox<Item>;
  /** Says how many submissions match. */
  count: string;
  toolbar?: ReactNode;
  /** Shown when no submission matches. */
  empty: string;
  children(item: Item): ReactNode;
}

export function InboxList<Item extends Submission>({
  inbox,
  count,
  toolbar,
  empty,
  children,
}: InboxListProps<Item>) {
  return (
    <section className="panel list">
      <div className="row list-head">
        <p className="label" role="status">
          {count}
        </p>
        {toolbar}
      </div>
      {inbox.found.length === 0 && (
        <div className="list-empty">
          <Empty>{empty}</Empty>
        </div>
      )}
      {inbox.shown.map(children)}
      {inbox.hasMore && <div ref={inbox.marker} />}
    </section>
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
      data-selected={item.id === (inbox.open?.id ?? inbox.current) || undefined}
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
          onEdit={() => inbox.setOpen(item.id)}
          onDelete={() => inbox.setDeleting(item)}
        />
      </div>
    </article>
  );
}
