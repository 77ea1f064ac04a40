import { type Source, useQueryCache } from '../../api/query-cache.ts';
import type { Base } from '../../ui/drafts.ts';
import type { Values } from '../../ui/form-values.ts';
import { useRequest } from '../request.ts';
import { showSaved } from './saved.ts';

/** The fields that pods, log entries, apps, posts, milestones and users have in common. */
export interface Entry {
  id: string;
  version: number;
}

/**
 * Returns the options of `useEditing` for an editor that changes `entry`, or creates one. After a save, the editor
 * refreshes the list and shows a toast.
 */
export function useSaving<Item extends Entry>(
  kind: string,
  entry: Item | undefined,
  valuesOf: (entry: Item) => Values,
  /** Refreshes the list and resolves to the edited entry. */
  refresh: () => Promise<Item | undefined>,
  /** Returns the name of the saved entry for the toast. */
  nameIn = ({ name, title }: { name?: string; title?: string }) => name ?? title ?? '',
) {
  const write = useWrite();

  return {
    name: `${kind}:${entry?.id ?? 'new'}`,
    failure: entry ? `Failed to update ${kind}` : `Failed to create ${kind}`,
    ...(entry && { saved: { version: entry.version, values: valuesOf(entry) } }),
    async save(body: object, version: number | undefined, taken: string[], isRepeat: boolean) {
      await write(addressOf(kind), entry?.id, { body, version, isRepeat });
      // Ignores a failed refresh, because the entry is saved.
      await refresh().catch(() => {});
      showSaved(`${capitalised(kind)} ${entry ? 'saved' : 'created'}`, nameIn(body), taken);
    },
    async readLatest(): Promise<Base | undefined> {
      const latest = await refresh();
      return latest && { version: latest.version, values: valuesOf(latest) };
    },
  };
}

interface Write {
  body: object;
  version: number | undefined;
  /** True if the response to an earlier save was lost. */
  isRepeat: boolean;
}

/**
 * Returns a function that changes the entry with this id, or creates one. If an earlier create whose response was lost
 * has created the entry, that entry is changed.
 */
export function useWrite() {
  const request = useRequest();
  return (path: string, id: string | undefined, { body, version, isRepeat }: Write) => {
    const change = (entryId: string, from: number | undefined) =>
      request('PUT', `${path}/${encodeURIComponent(entryId)}`, { body, version: from });
    if (id !== undefined) return change(id, version);
    const onTaken = (made: unknown) => {
      const entry = made as Entry;
      return change(entry.id, entry.version);
    };
    return request('POST', path, { body, ...(isRepeat && { onTaken }) });
  };
}

/** Returns a function that refreshes the list and resolves to the entry with this id. */
export function useRefreshed<Item extends Entry>(source: Source<Item[]>, id: string | undefined) {
  const cache = useQueryCache();
  return async (): Promise<Item | undefined> => {
    await cache.refresh(source.path);
    const entries = (await cache.get(source.path)) as Item[];
    return entries.find((entry) => entry.id === id);
  };
}

export const addressOf = (kind: string, id?: string) =>
  `/api/admin/${kind === 'log entry' ? 'log' : `${kind}s`}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
