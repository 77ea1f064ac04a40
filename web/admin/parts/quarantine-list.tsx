import type { Suspicion } from '#contract/quarantine.ts';
import type { Submission } from './inbox-page.ts';
import { SideList, type SideListProps } from './side-list.tsx';

const reasons: Record<Suspicion, string> = {
  trap: 'Filled in a field that nobody sees',
  speed: 'Filled in faster than hands can',
};

/** The quarantine: submissions that look as if a script had sent them. Staff release or delete them. */
export const QuarantineList = <Item extends Submission>(props: SideListProps<Item>) => (
  <SideList<Item, { suspicion: Suspicion }>
    {...props}
    path="/api/admin/quarantine"
    title={(count) => `${count} held back`}
    about="Probably sent by a script. Nobody but staff sees these."
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
