import type { ReactNode } from 'react';
import type { Quarantine } from '#contract/quarantine.ts';
import type { Source } from '../../api/reads.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusBadge, statusLabel } from '../../ui/status-badge.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import { HeldBack } from './held.tsx';
import { type Entry, useInbox } from './inbox.ts';
import { PageHead } from './page-head.tsx';
import { type Review, ReviewSheet, Summary } from './review.tsx';
import { asOptions, Toolbar } from './toolbar.tsx';

interface InboxPageProps<Item extends Entry> {
  source: Source<Item[]>;
  /** Which of the submissions that are held back belong here. */
  held: keyof Quarantine;
  /** "idea": for what is asked before deleting, and said when that fails. */
  kind: string;
  title: string;
  about: string;
  statuses: readonly string[];
  nameOf(item: Item): string;
  /** The statuses that are counted on top, after the total. */
  counted?: readonly string[];
  /** Where the list can be searched: the label, and what is looked through. */
  search?: { label: string; textOf(item: Item): string };
  countLine(count: number): string;
  empty(isFiltered: boolean): string;
  view: string;
  /** Beside the status. */
  badge?(item: Item): ReactNode;
  meta(item: Item): ReactNode;
  /** In the sheet, where it says something else than in the list. */
  sheetMeta?(item: Item): ReactNode;
  /** What the list shows of it, below its name. */
  excerpt(item: Item): ReactNode;
  /** Before the two buttons that every entry has. */
  act?(item: Item, review: (review: Review) => Promise<void>): ReactNode;
  /** All of it, in the sheet. */
  children(item: Item): ReactNode;
}

/** Submissions to read, decide on and delete: applications, ideas and contacts. */
export function InboxPage<Item extends Entry>({
  source,
  held,
  kind,
  title,
  about,
  statuses,
  nameOf,
  counted,
  search,
  countLine,
  empty,
  view,
  badge,
  meta,
  sheetMeta = meta,
  excerpt,
  act,
  children,
}: InboxPageProps<Item>) {
  const inbox = useInbox(source, statuses, search?.textOf);
  const { open, deleting } = inbox;
  const toolbar = (
    <Toolbar
      {...(search && {
        search: { label: search.label, value: inbox.sought, onChange: inbox.setSought },
      })}
      filter={{
        label: 'Filter by status',
        all: 'All statuses',
        value: inbox.status,
        options: asOptions(statuses, statusLabel),
        onChange: inbox.setStatus,
      }}
    />
  );
  return (
    <>
      <PageHead title={title} about={about} />
      {counted && (
        <Summary
          tiles={[
            { label: 'Total', count: inbox.items.length, colour: 'muted' },
            ...counted.map((status) => ({
              label: statusLabel(status),
              count: inbox.count(status),
              colour: `st-${status.replace('_', '-')}`,
            })),
          ]}
        />
      )}
      <HeldBack of={held} kind={kind} path={source.path} nameOf={nameOf} meta={sheetMeta}>
        {children}
      </HeldBack>
      {search && toolbar}
      <section className={counted ? 'list mt-6' : 'list'}>
        <div className="list-head">
          <p className="label" role="status">
            {countLine(inbox.found.length)}
          </p>
          {!search && toolbar}
        </div>
        {inbox.found.length === 0 && (
          <div className="p-5">
            <Empty>{empty(Boolean(inbox.sought || inbox.status))}</Empty>
          </div>
        )}
        {inbox.shown.map((item) => (
          <article
            key={item.id}
            className="entry"
            data-selected={item.id === (open?.id ?? inbox.current) || undefined}
          >
            <div className="top">
              <h2>{nameOf(item)}</h2>
              <StatusBadge status={item.status} />
              {badge?.(item)}
            </div>
            <p className="meta">{meta(item)}</p>
            {excerpt(item)}
            <div className="act">
              {act?.(item, (review) => inbox.review(item, review))}
              <Button
                small
                aria-label={`${view} ${nameOf(item)}`}
                onClick={() => inbox.setOpen(item.id)}
              >
                {view}
              </Button>
              <Button
                small
                variant="danger"
                aria-label={`Delete ${nameOf(item)}`}
                onClick={() => inbox.setDeleting(item)}
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
          key={open.id}
          name={`review:${open.id}`}
          title={nameOf(open)}
          status={open.status}
          version={open.version}
          statuses={statuses}
          {...('notes' in open && { notes: open.notes })}
          meta={sheetMeta(open)}
          onPrevious={inbox.previous}
          onNext={inbox.next}
          save={(review, version) => inbox.review({ ...open, version }, review)}
          onDelete={() => inbox.setDeleting(open)}
          onClose={() => inbox.setOpen(null)}
        >
          {children(open)}
        </ReviewSheet>
      )}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={nameOf(deleting)}
          failure={`Failed to delete ${kind}`}
          onClose={() => inbox.setDeleting(undefined)}
          remove={() => inbox.remove(deleting)}
        />
      )}
    </>
  );
}
