import type { Suspicion } from '#contract/quarantine.ts';
import type { Submission } from './inbox-page.ts';
import { quarantinePath } from './several.ts';
import { SideList, type SideListProps } from './side-list.tsx';

const reasons: Record<Suspicion, string> = {
  trap: 'Filled in a field that nobody sees',
  speed: 'Filled in faster than hands can',
  staff: 'Held back by staff',
};

/** Lists the quarantine: submissions that a script has probably sent, and ideas that staff hold back. */
export const QuarantineList = <Item extends Submission>(props: SideListProps<Item>) => (
  <SideList<Item, { suspicion: Suspicion }>
    {...props}
    path={quarantinePath}
    title={(count) => `${count} held back`}
    about="By staff, or because a script has probably sent it. Nobody but staff sees these."
    badge={({ suspicion }) => reasons[suspicion]}
    act={{
      name: 'release',
      label: 'Release',
      busy: 'Releasing...',
      done: 'Released',
      failure: 'It is still held back. Please try again.',
    }}
    failure="Failed to fetch what is held back"
  />
);
