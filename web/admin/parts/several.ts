import { mostChosen } from '#contract/inbox.ts';
import type { LeftUnchanged, TrashIds } from '#contract/several.ts';
import { useQueryCache } from '../../api/query-cache.ts';
import { showToast } from '../../ui/toasts.ts';
import { showRefusal, useRequest } from '../request.ts';

export const trashPath = '/api/admin/trash';
export const quarantinePath = '/api/admin/quarantine';

interface SeveralOptions {
  kind: 'idea' | 'application' | 'contact';
  /** The chosen submissions, with the versions that the list shows. */
  chosen: { id: string; version: number }[];
  refresh(): Promise<void>;
}

/** Splits a list into chunks of at most `mostChosen` entries, the limit of one request. */
const partsOf = <Entry>(list: Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(list.length / mostChosen) }, (_, part) =>
    list.slice(part * mostChosen, (part + 1) * mostChosen),
  );

export function useSeveral({ kind, chosen, refresh }: SeveralOptions) {
  const cache = useQueryCache();
  const request = useRequest();
  const path = `/api/admin/several/${kind}s`;
  const parts = () => partsOf(chosen.map(({ id, version }) => ({ id, version })));

  return {
    /**
     * Sets the status of the chosen submissions. Returns how many it skipped, because somebody else has changed or
     * deleted them.
     */
    async reviewChosen(review: { status: string; tell?: true }): Promise<number> {
      try {
        let left = 0;
        for (const items of parts()) {
          const answer = await request('PATCH', path, { body: { items, ...review } });
          left += (answer as LeftUnchanged).left.length;
        }
        return left;
      } finally {
        cache.invalidate(`/api/admin/${kind}s/`);
        await refresh();
      }
    },
    /**
     * Deletes the chosen submissions, except those that somebody else has changed or deleted. Returns the ids of those
     * that it has deleted. Throws only if a request failed before any was deleted.
     */
    async removeChosen(): Promise<string[]> {
      const deletedIds: string[] = [];
      try {
        for (const items of parts()) {
          const answer = await request('POST', `${path}/delete`, { body: { items } });
          const { left } = answer as LeftUnchanged;
          deletedIds.push(...items.map(({ id }) => id).filter((id) => !left.includes(id)));
        }
      } catch (error) {
        if (deletedIds.length === 0) throw error;
      } finally {
        cache.invalidate(trashPath);
        await refresh();
      }
      return deletedIds;
    },
    /** Moves deleted submissions from the trash back to the list. */
    async restore(ids: string[]) {
      let restored = 0;
      try {
        for (const part of partsOf(ids)) {
          const body = { ids: part };
          const answer = await request('POST', '/api/admin/several/restore', { body });
          restored += (answer as TrashIds).ids.length;
        }
        const isWhole = restored === ids.length;
        showToast({
          title: isWhole ? 'Restored' : `${restored} of ${ids.length} restored`,
          text: isWhole
            ? `${ids.length === 1 ? 'It is' : 'They are'} in the list again.`
            : 'The rest is no longer in the trash: it was restored or erased meanwhile.',
          tone: isWhole ? 'success' : 'destructive',
        });
      } catch (error) {
        const isOne = ids.length === 1;
        showRefusal(
          error,
          `Failed to restore ${isOne ? kind : `${kind}s`}`,
          restored > 0
            ? `${restored} of ${ids.length} are in the list again. The rest is in the trash below it.`
            : `${isOne ? 'It is' : 'They are'} in the trash below the list.`,
        );
      } finally {
        cache.invalidate(trashPath);
        await refresh();
      }
    },
  };
}
