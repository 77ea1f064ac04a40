import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type Source, useRead, useReads } from '../../api/reads.ts';
import { useSearchParam } from '../../search-params.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import type { Values } from '../../ui/form.tsx';
import { useGrowing } from '../../ui/growing.ts';
import { Empty } from '../../ui/states.tsx';
import { useRequest } from '../request.ts';
import { ConfirmDelete, deleted } from './confirm-delete.tsx';
import { PageHead } from './page-head.tsx';
import { useAddressParam } from './params.ts';
import { asOptions, Toolbar } from './toolbar.tsx';

interface Item {
  id: string;
  version: number;
}

interface ContentPageProps<Entry extends Item> {
  source: Source<Entry[]>;
  /** "pod": for the buttons, the dialogs and what is said when something fails. */
  kind: string;
  title: string;
  about: string;
  searchLabel: string;
  /** What the search looks through, and what the entry is called. */
  textOf(entry: Entry): string;
  nameOf(entry: Entry): string;
  filter: { label: string; param: string; all: string; values: readonly string[] };
  filterOf(entry: Entry): string;
  /** A card's own contents; the buttons come below. */
  card(entry: Entry): ReactNode;
  /** More buttons than the two that every card has. */
  moreActs?(entry: Entry): ReactNode;
  editor(entry: Entry | undefined, onClose: () => void): ReactNode;
}

/** Cards to search, filter, add, edit and delete: pods, apps and blogs. */
export function ContentPage<Entry extends Item>({
  source,
  kind,
  title,
  about,
  searchLabel,
  textOf,
  nameOf,
  filter,
  filterOf,
  card,
  moreActs,
  editor,
}: ContentPageProps<Entry>) {
  const entries = useRead(source);
  const reads = useReads();
  const request = useRequest();
  const [search, setSearch] = useSearchParam('q');
  const [asked, setChosen] = useSearchParam(filter.param);
  // An address may say anything.
  const chosen = filter.values.includes(asked) ? asked : '';
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<Entry>();
  const wanted = search.trim().toLowerCase();
  const found = entries.filter(
    (entry) =>
      (!chosen || filterOf(entry) === chosen) && textOf(entry).toLowerCase().includes(wanted),
  );
  const { count, marker } = useGrowing(`${chosen}\n${wanted}`);
  const edited = entries.find(({ id }) => id === editing);
  const close = () => setEditing(null);
  const capitalised = kind.charAt(0).toUpperCase() + kind.slice(1);
  return (
    <>
      <PageHead
        title={title}
        about={about}
        action={
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Plus className="i" aria-hidden="true" />
            Add {capitalised}
          </Button>
        }
      />
      <Toolbar
        search={{ label: searchLabel, value: search, onChange: setSearch }}
        filter={{
          label: filter.label,
          all: filter.all,
          value: chosen,
          options: asOptions(filter.values),
          onChange: setChosen,
        }}
      />
      {found.length === 0 && (
        <Empty title={`No ${title.toLowerCase()} found`}>Try another search, or add one.</Empty>
      )}
      <ul className="grid3">
        {found.slice(0, count).map((entry) => (
          <li key={entry.id}>
            <article className="card admin-card">
              {card(entry)}
              <div className="card-acts">
                <Button
                  small
                  aria-label={`Edit ${nameOf(entry)}`}
                  onClick={() => setEditing(entry.id)}
                >
                  Edit
                </Button>
                <Button
                  small
                  variant="danger"
                  aria-label={`Delete ${nameOf(entry)}`}
                  onClick={() => setDeleting(entry)}
                >
                  Delete
                </Button>
                {moreActs?.(entry)}
              </div>
            </article>
          </li>
        ))}
      </ul>
      {found.length > count && <div ref={marker} />}
      {(editing === 'new' || edited) && (
        <ErrorBoundary
          key={editing}
          fallback={(_, again) => (
            <Dialog title={`Edit ${kind}`} onClose={close}>
              <p>What it needs could not be read.</p>
              <div className="acts">
                <Button onClick={close}>Cancel</Button>
                <Button
                  variant="primary"
                  onClick={() => {
                    reads.retry();
                    again();
                  }}
                >
                  Retry
                </Button>
              </div>
            </Dialog>
          )}
        >
          <Suspense
            fallback={
              <Dialog title={`Edit ${kind}`} onClose={close}>
                <p role="status">Loading</p>
              </Dialog>
            }
          >
            {editor(edited, close)}
          </Suspense>
        </ErrorBoundary>
      )}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={nameOf(deleting)}
          failure={`Failed to delete ${kind}`}
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await deleted(request('DELETE', addressOf(kind, deleting.id)));
            reads.update(source, (list) => list.filter(({ id }) => id !== deleting.id));
            // It is done, whether or not the list can be had just now.
            await reads.refresh(source.path).catch(() => {});
          }}
        />
      )}
    </>
  );
}

const addressOf = (kind: string, id?: string) =>
  `/api/admin/${kind}s${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

/** How an editor writes: creates or changes, then reads the list again. */
export function useSaving<Entry extends Item>(
  kind: string,
  entry: Entry | undefined,
  valuesOf: (entry: Entry) => Values,
  /** Reads again what shows the entry, and answers the entry as it is now. */
  refresh: () => Promise<Entry | undefined>,
) {
  const request = useRequest();
  return {
    name: `${kind}:${entry?.id ?? 'new'}`,
    failure: entry ? `Failed to update ${kind}` : `Failed to create ${kind}`,
    ...(entry && { version: entry.version }),
    async save(body: object, version: number | undefined) {
      if (entry) {
        const seen = version === undefined ? {} : { version };
        await request('PUT', addressOf(kind, entry.id), { body, ...seen });
      } else {
        await request('POST', addressOf(kind), { body });
      }
      // It is written, whether or not the list can be had just now.
      await refresh().catch(() => {});
    },
    async readLatest() {
      const latest = await refresh();
      return latest && { version: latest.version, values: valuesOf(latest) };
    },
  };
}

/** The entry as it is in the list, after the list was read again. */
export function useRefreshed<Entry extends Item>(source: Source<Entry[]>, id: string | undefined) {
  const reads = useReads();
  return async (): Promise<Entry | undefined> => {
    await reads.refresh(source.path);
    const entries = (await reads.get(source.path)) as Entry[];
    return entries.find((entry) => entry.id === id);
  };
}
