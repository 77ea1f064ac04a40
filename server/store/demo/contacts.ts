import type { Contact, ContactDraft } from '#contract/contact.ts';
import type { z } from '#contract/zod.ts';

export const contacts: (z.input<typeof ContactDraft> & Pick<Contact, 'status' | 'createdAt'>)[] = [
  {
    name: 'Hamish Orr',
    email: 'hamish.orr@example.com',
    subject: 'A correction concerning goldcrests',
    message:
      'Your pod page calls the goldcrest Europe’s smallest bird. It shares that title with ' +
      'the firecrest; on some scales the firecrest is a few tenths of a gram lighter. I do ' +
      'not expect you to rename the pod. I would be content with “one of the two”.\n\n' +
      'The remark about avocets is correct.',
    inquiryType: 'other',
    status: 'new',
    createdAt: '2026-11-14T18:12:00.000Z',
  },
  {
    name: 'Zanele Mokoena',
    email: 'zanele.mokoena@example.org',
    subject: 'Is Sonogram allowed in a classroom?',
    message:
      'I teach mathematics to a class of 28, two of whom are blind. May I use the Sonogram ' +
      'demo in lessons, does it store what I upload, and is there a way to use it offline? ' +
      'Our connection has moods.',
    inquiryType: 'general',
    status: 'new',
    createdAt: '2026-11-12T12:35:00.000Z',
  },
  {
    name: 'Pieter Vandewalle',
    email: 'p.vandewalle@example.net',
    subject: 'Gizzard and cells that span two pages',
    message:
      'In our 2024 budget the table on pages 61 and 62 has one cell that starts at the foot ' +
      'of the first page and ends at the top of the second. Gizzard returns it as two cells ' +
      'with half a sentence each. The figures are right. Is there a setting for this, or ' +
      'shall I send you the file as a sample? It is a public document.',
    inquiryType: 'technical',
    status: 'read',
    createdAt: '2026-11-05T09:03:00.000Z',
  },
  {
    name: 'Mairéad Ní Bhriain',
    email: 'm.nibhriain@example.org',
    subject: 'A seventh archive',
    message:
      'We hold about 38,000 scanned pages of customs and lighthouse records, and we have ' +
      'read the two-page agreement with admiration. Before we take it to our board: who pays ' +
      'for the image server, and has anyone yet used the right to withdraw a page? We would ' +
      'prefer an honest “yes, and it took a day” to an untested promise.',
    inquiryType: 'business',
    status: 'replied',
    createdAt: '2026-10-22T10:47:00.000Z',
  },
  {
    name: 'Luka Petrović',
    email: 'luka.petrovic@example.com',
    subject: 'Internship of eight weeks',
    message:
      'I study computational linguistics and need to complete an internship of eight weeks ' +
      'next summer. Your form asks for ten hours a week; could that be forty for a shorter ' +
      'time? I speak Albanian and Serbian and have read the post on word error rates with a ' +
      'pencil in my hand.',
    inquiryType: 'career',
    status: 'closed',
    createdAt: '2026-09-03T15:59:00.000Z',
  },
];
