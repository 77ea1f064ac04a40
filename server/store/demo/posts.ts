import type { Blog, BlogDraft } from '#contract/blog.ts';
import type { z } from '#contract/zod.ts';

/** A demo post. Its article is in `posts/<file>.md`. */
type DemoPost = Omit<z.input<typeof BlogDraft>, 'content'> &
  Pick<Blog, 'publishedAt'> & {
    file: string;
    /** The id of the app that the post is about. */
    about?: string;
  };

export const posts: DemoPost[] = [
  {
    file: 'six-prototypes-we-stopped-on-purpose',
    title: 'Six prototypes we stopped on purpose',
    excerpt:
      'We ended six of fourteen prototypes early: three lacked a permission, two lost to ' +
      'something simpler, and one was right 94 times in 100, which was not enough.',
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
    file: 'fourteen-megabytes-in-a-river',
    about: 'kick-sample',
    title: 'Fourteen megabytes in a river',
    excerpt:
      'Our app Kick Sample names river insects on a phone. Fitting the model into 14 MB was ' +
      'the easy part; getting people to disagree with it took longer.',
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
    file: 'how-many-examples-before-you-believe-it',
    about: 'reading-room',
    title: 'How many examples before you believe it',
    excerpt:
      'A change raised our test score from 81 to 84, and we did not release it. How to tell ' +
      'whether a small test proves anything, on one index card.',
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
    file: 'a-handover-is-a-test-you-run-on-a-stranger',
    about: 'gizzard',
    title: 'A handover is a test you run on a stranger',
    excerpt:
      'How we hand an app over to another team: an empty laptop, an hour, and a colleague who ' +
      'is not allowed to speak. Nineteen pages of documentation became three.',
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
    file: 'word-error-rate-is-the-wrong-ruler',
    about: 'dawn-chorus',
    title: 'Word error rate is the wrong ruler',
    excerpt:
      'We tried two speech recognisers at four radio stations. The one with fewer wrong words ' +
      'turned the report of a collapsed culvert into a greeting.',
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
    file: 'a-cascade-is-only-as-cheap-as-its-doubts',
    about: 'featherweight',
    title: 'A cascade is only as cheap as its doubts',
    excerpt:
      'Asking a small model first, and a large one only in doubt, cut our bill from €1,940 to ' +
      '€556. The saving is easy to compute; the errors that nobody doubted are not.',
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
    file: 'return-the-page-not-the-paragraph',
    about: 'reading-room',
    title: 'Return the page, not the paragraph',
    excerpt:
      'Our archive search used to write answers; now it shows the scanned page itself. The ' +
      'demo got worse, and the archivists stayed.',
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
    file: 'a-chart-you-can-hear',
    about: 'sonogram',
    title: 'A chart you can hear',
    excerpt:
      'What twelve screen-reader users taught us about turning charts into sound: pitch is not ' +
      'linear, silence is data, and half of them wanted the table.',
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
