import type { Suspicion } from '#contract/quarantine.ts';
import type { Submission } from './inbox-page.ts';
import { quarantinePath } from './several.ts';
import { SideList, SideListBoundary, type SideListProps } from './side-list.tsx';

const reasons: Record<Suspicion, string> = {
  trap: 'Filled in a field that nobody sees',
  speed: 'Filled in faster than hands can',
  staff: 'Held back by staff',
};

/**
 * Lists the newest 100 submissions of this kind in the quarantine. A script has probably sent them, or they are ideas
 * that staff hold back.
 */
export const QuarantineList = <Item extends Submission>(props: SideListProps<Item>) => (
  <SideListBoundary failure="Failed to fetch what is held back">
    <SideList<Item, { suspicion: Suspicion }>
      {...props}
      path={quarantinePath}
      summary={(count) => (
        <>
          <strong>{`${count} held back`}</strong>
          <span>
            By staff, or because a script has probably sent it. Nobody but staff sees these.
          </span>
        </>
      )}
      badge={({ suspicion }) => reasons[suspicion]}
      act={{
        name: 'release',
        label: 'Release',
        busy: 'Releasing...',
        done: 'Released',
        whereabouts: 'is in the list.',
        failure: 'It is still held back. Please try again.',
      }}
    />
  </SideListBoundary>
);
