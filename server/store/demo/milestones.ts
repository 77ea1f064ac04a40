export const milestones = [
  {
    title: 'First twigs',
    description:
      'Curlew and Jackdaw start on the same Monday, with a borrowed archive, a box of ' +
      'council budgets and fifty hours each.',
    date: '2025-06-02',
    type: 'launch',
  },
  {
    title: 'Gizzard swallows a whole budget',
    description:
      '312 tables, every cell traced to its place on the page. The first council retires its ' +
      'copying rota.',
    date: '2025-10-14',
    type: 'achievement',
  },
  {
    title: 'The door opens to all nine circles',
    description:
      'Applications are no longer by invitation: 118 arrive in a month, from 21 countries.',
    date: '2025-12-01',
    type: 'registration',
  },
  {
    title: 'The broken wing weekend',
    description:
      'Nine teams spend 36 hours misleading four of our prototypes. The 14 failures they ' +
      'find become a pod.',
    date: '2026-01-24',
    type: 'hackathon',
  },
  {
    title: 'Six archives, two pages',
    description:
      'One short agreement replaces six long ones. Reading Room may search 412,000 pages and ' +
      'must be able to forget any of them.',
    date: '2026-04-16',
    type: 'partnership',
  },
  {
    title: 'The thousandth hour',
    description:
      'Logged by Dipper, in a river, in the rain. Fourteen MVPs so far: seven extended, one ' +
      'waiting, six stopped on purpose.',
    date: '2026-10-10',
    type: 'milestone',
  },
];
