import { trashDays } from '#contract/vocabulary.ts';
import { Ago } from './ago.tsx';
import type { Submission } from './inbox-page.ts';
import { trashPath } from './several.ts';
import { SideList, type SideListProps } from './side-list.tsx';

interface WhenDeleted {
  deletedAt: string;
  deletedBy: string | null;
}

/** Lists the trash: deleted submissions, which staff can restore or delete permanently. */
export const TrashList = <Item extends Submission>(props: SideListProps<Item>) => (
  <SideList<Item, WhenDeleted>
    {...props}
    path={trashPath}
    title={(count) => `${count} in the trash`}
    about={`Deleted in the last ${trashDays} days. Whatever is not restored goes for ever.`}
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
      failure: 'It is still in the trash. Please try again.',
    }}
    failure="Failed to fetch the trash"
  />
);
