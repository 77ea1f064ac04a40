import type { Milestone, MilestoneDraft } from '#contract/milestone.ts';
import type { z } from '#contract/zod.ts';

export const milestones: (z.input<typeof MilestoneDraft> & Pick<Milestone, 'date'>)[] = [
  {
    title: 'The lab begins',
    description:
      'Two pods of three people, Curlew and Jackdaw, start on the same Monday with 50 hours ' +
      'each: one to search an archive, one to read council budgets.',
    date: '2025-06-02',
    type: 'launch',
  },
  {
    title: 'First app in daily use',
    description:
      'Gizzard turns the 312 tables of scanned council budgets into data. The first council ' +
      'no longer copies them by hand.',
    date: '2025-10-14',
    type: 'achievement',
  },
  {
    title: 'Anybody can apply',
    description:
      'Until now, people joined by invitation. In the first month 118 applications arrive, ' +
      'from 21 countries and all nine circles, the community’s working groups.',
    date: '2025-12-01',
    type: 'registration',
  },
  {
    title: 'A weekend of attacks',
    description:
      'Nine teams spend 36 hours misleading four of our prototypes, and find 14 failures. A ' +
      'new pod, Lapwing, makes a tool out of it: Broken Wing.',
    date: '2026-01-24',
    type: 'hackathon',
  },
  {
    title: 'Six archives sign',
    description:
      'One agreement of two pages replaces six long ones. Our app Reading Room may search ' +
      '412,000 pages, and must be able to forget any of them.',
    date: '2026-04-16',
    type: 'partnership',
  },
  {
    title: '1,000 hours of building',
    description:
      'Fourteen first versions so far: seven got a second 50 hours, one is waiting, six were ' +
      'stopped on purpose. The thousandth hour was logged by Dipper, in a river, in the rain.',
    date: '2026-10-10',
    type: 'milestone',
  },
];
