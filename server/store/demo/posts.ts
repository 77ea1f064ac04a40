export const posts = [
  {
    id: 'six-prototypes-we-stopped-on-purpose',
    title: 'Six prototypes we stopped on purpose',
    excerpt:
      'Three died of permission, two lost to something simpler and one was right 94 times in ' +
      '100. What a quarter of our hours bought us.',
    author: 'Priya Venkataraman',
    category: 'Innovation',
    publishedAt: '2026-11-10T08:00:00.000Z',
    readTime: 5,
    featured: true,
    tags: ['stopping', 'data access', 'baselines', 'process'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'fourteen-megabytes-in-a-river',
    title: 'Fourteen megabytes in a river',
    excerpt:
      'Fitting an insect classifier onto a wet phone was the easy part. Getting people to ' +
      'disagree with it took longer.',
    author: 'Sunniva Aakre',
    category: 'Technology',
    publishedAt: '2026-11-03T09:30:00.000Z',
    readTime: 5,
    featured: false,
    tags: ['small models', 'human review', 'kick sample', 'field work', 'conformal prediction'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'how-many-examples-before-you-believe-it',
    title: 'How many examples before you believe it',
    excerpt:
      'The score went from 81 to 84 and we did not ship. The arithmetic of small test sets, ' +
      'on one index card.',
    author: 'Kwabena Asante',
    category: 'AI',
    publishedAt: '2026-10-20T07:45:00.000Z',
    readTime: 5,
    featured: false,
    tags: ['evaluation', 'statistics', 'reading room'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'a-handover-is-a-test-you-run-on-a-stranger',
    title: 'A handover is a test you run on a stranger',
    excerpt:
      'An empty laptop, an hour and a colleague who is not allowed to speak. How nineteen ' +
      'pages of documentation became three.',
    author: 'Bram Desmet',
    category: 'Development',
    publishedAt: '2026-09-22T10:15:00.000Z',
    readTime: 4,
    featured: false,
    tags: ['handover', 'gizzard', 'documentation', 'maintenance'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'word-error-rate-is-the-wrong-ruler',
    title: 'Word error rate is the wrong ruler',
    excerpt:
      'Two speech recognisers, four radio stations. The one with the better score would have ' +
      'buried the collapsed culvert.',
    author: 'Ifeoma Balogun',
    category: 'AI',
    publishedAt: '2026-08-18T05:30:00.000Z',
    readTime: 5,
    featured: false,
    tags: ['speech', 'evaluation', 'dawn chorus', 'fairness'],
    imageUrl: null,
    externalUrl: 'https://overnight-radio.example/notes/word-error-rate-is-the-wrong-ruler',
  },
  {
    id: 'a-cascade-is-only-as-cheap-as-its-doubts',
    title: 'A cascade is only as cheap as its doubts',
    excerpt:
      'Small model first, large model when in doubt. The saving is easy to compute; the ' +
      'errors nobody doubted are not.',
    author: 'Mateus Cordeiro',
    category: 'Development',
    publishedAt: '2026-07-07T12:00:00.000Z',
    readTime: 4,
    featured: false,
    tags: ['cost', 'featherweight', 'small models', 'sql'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'return-the-page-not-the-paragraph',
    title: 'Return the page, not the paragraph',
    excerpt:
      'We took the generated answer out of our archive search. The demo got worse and the ' +
      'archivists stayed.',
    author: 'Ngaire Whitcombe',
    category: 'Technology',
    publishedAt: '2026-05-19T08:20:00.000Z',
    readTime: 4,
    featured: false,
    tags: ['retrieval', 'archives', 'data access', 'reading room'],
    imageUrl: null,
    externalUrl: null,
  },
  {
    id: 'a-chart-you-can-hear',
    title: 'A chart you can hear',
    excerpt:
      'Pitch is not linear, silence is data, and half of our testers wanted the table. Notes ' +
      'from building with twelve screen-reader users.',
    author: 'Rina Halvorsen',
    category: 'Innovation',
    publishedAt: '2026-03-10T11:00:00.000Z',
    readTime: 3,
    featured: false,
    tags: ['accessibility', 'sonogram', 'user testing'],
    imageUrl: null,
    externalUrl: null,
  },
];
