import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Empty } from '../../ui/states.tsx';
import { EntryActs, UnsavedMark } from './acts.tsx';
import { ConfirmDelete } from './confirm-delete.tsx';
import type { Content } from './content.ts';
import { FetchedDialog } from './fetched-dialog.tsx';
import { Gone } from './gone.tsx';
import { capitalised, type Entry } from './saving.ts';
import { SelectFilter } from './select-filter.tsx';

/** The parts of the pages that list pods, apps and posts. Each page composes them. */

export function AddButton<Item extends Entry>({ content }: { content: Content<Item> }) {
  return (
    <>
      <UnsavedMark name={`${content.kind}:new`} />
      <Button variant="primary" onClick={() => content.setEditing('new')}>
        <Plus className="i" aria-hidden="true" />
        Add {capitalised(content.kind)}
      </Button>
    </>
  );
}

interface ContentToolbarProps<Item extends Entry> {
  content: Content<Item>;
  searchLabel: string;
  children?: ReactNode;
}

export function ContentToolbar<Item extends Entry>({
  content,
  searchLabel,
  children,
}: ContentToolbarProps<Item>) {
  const { filter } = content;
  return (
    <div className="cluster admin-toolbar">
      <SearchBox label={searchLabel} value={content.search} onChange={content.setSearch} />
      {filter && (
        <SelectFilter
          label={filter.label}
          all={filter.all}
          value={content.chosen}
          values={filter.values}
          onChange={content.setChosen}
        />
      )}
      {children}
    </div>
  );
}

interface ContentListProps<Item extends Entry> {
  content: Content<Item>;
  /** Returns more buttons, after Edit and Delete. */
  acts?(entry: Item): ReactNode;
  /** Returns the content of a card, above its buttons. */
  children(entry: Item): ReactNode;
}

export function ContentList<Item extends Entry>({
  content,
  acts,
  children,
}: ContentListProps<Item>) {
  const { kind, shown, nameOf } = content;
  if (shown.length === 0) {
    return <Empty title={`No ${kind}s found`}>Try another search, or add one.</Empty>;
  }
  return (
    <>
      <ul className="grid3">
        {shown.map((entry) => (
          <li key={entry.id}>
            <article className="card admin-card">
              {children(entry)}
              <div className="card-acts">
                <EntryActs
                  name={nameOf(entry)}
                  onEdit={() => content.setEditing(entry.id)}
                  onDelete={() => content.setDeleting(entry)}
                />
                {acts?.(entry)}
                <UnsavedMark name={`${kind}:${entry.id}`} />
              </div>
            </article>
          </li>
        ))}
      </ul>
      {content.hasMore && <div ref={content.marker} />}
    </>
  );
}

interface ContentDialogsProps<Item extends Entry> {
  content: Content<Item>;
  /** The sentence after the question whether to delete the entry. */
  consequence?: string;
  /** Returns the editor of an entry; `entry` is undefined for a new one. */
  children(entry: Item | undefined, onClose: () => void): ReactNode;
}

/** The dialogs of the page: the editor, and the question whether to delete an entry. */
export function ContentDialogs<Item extends Entry>({
  content,
  consequence,
  children,
}: ContentDialogsProps<Item>) {
  const { kind, editing, edited, deleting } = content;
  const close = () => content.setEditing(null);
  const title = `${editing === 'new' ? 'Add' : 'Edit'} ${kind}`;
  return (
    <>
      {editing && editing !== 'new' && !edited && <Gone kind={kind} onClose={close} />}
      {(editing === 'new' || edited) && (
        <FetchedDialog key={editing} title={title} kind={kind} onClose={close}>
          {children(edited, close)}
        </FetchedDialog>
      )}
      {deleting && (
        <ConfirmDelete
          kind={kind}
          name={content.nameOf(deleting)}
          {...(consequence && { consequence })}
          onClose={() => content.setDeleting(undefined)}
          remove={() => content.remove(deleting)}
        />
      )}
    </>
  );
}
