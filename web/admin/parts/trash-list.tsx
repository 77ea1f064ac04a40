import { trashDays } from '#contract/vocabulary.ts';
import { Ago } from './ago.tsx';
import type { Submission } from './inbox-page.ts';
import { trashPath } from './several.ts';
import { SideList, SideListBoundary, type SideListProps } from './side-list.tsx';

interface WhenDeleted {
  deletedAt: string;
  deletedBy: string | null;
}

/** Lists the 100 submissions of this kind that were deleted last. Staff can restore or permanently delete them. */
export const TrashList = <Item extends Submission>(props: SideListProps<Item>) => (
  <SideListBoundary failure="Failed to fetch the trash">
    <SideList<Item, WhenDeleted>
      {...props}
      path={trashPath}
      summary={(count) => (
        <>
          <strong>{`${count} in the trash`}</strong>
          <span>{`Deleted in the last ${trashDays} days. Whatever is not restored goes for ever.`}</span>
        </>
      )}
      badge={({ deletedAt, deletedBy }) => (
        <>
          Deleted <Ago date={deletedAt} /> by <bdi>{deletedBy ?? 'the sender'}</bdi>
        </>
      )}
      act={{
        name: 'restore',
        label: 'Restore',
        busy: 'Restoring...',
        done: 'Restored',
        whereabouts: 'is back where it was.',
        failure: 'It is still in the trash. Please try again.',
      }}
    />
  </SideListBoundary>
);
