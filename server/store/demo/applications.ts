import type { Application, ApplicationDraft } from '#contract/application.ts';
import type { z } from '#contract/zod.ts';

export const applications: (z.input<typeof ApplicationDraft> &
  Pick<Application, 'status' | 'notes' | 'createdAt'>)[] = [
  {
    fullName: 'Nomvula Dlamini',
    email: 'nomvula.dlamini@example.org',
    role: 'Quality Assurance Specialist',
    mattermostHandle: '@nomvula',
    circles: ['Review', 'Operations'],
    meetsRequirements: 'Yes',
    currentlyInCircle: 'Yes',
    experience:
      'Seven years of testing in payments, the last three as the only tester of a team of ' +
      'nine. I write the test before the meeting, which shortens the meeting.',
    availability: '15 hours a week, mornings UTC+2',
    skills: [
      'Test design',
      'Playwright',
      'Accessibility testing',
      'k6',
      'SQL',
      'Exploratory testing',
      'Bug reports people read',
    ],
    linkedin: 'https://people.example/in/nomvula-dlamini',
    github: 'https://code.example/nomvula',
    portfolio: null,
    motivation:
      'I read the piece on six stopped prototypes twice. I would like to work in a place ' +
      'where finding out that something does not work counts as a result.',
    status: 'pending',
    notes: null,
    createdAt: '2026-11-14T07:22:00.000Z',
  },
  {
    fullName: 'Ruben Castellanos',
    email: 'ruben.castellanos@example.com',
    role: 'AI/ML Specialist',
    mattermostHandle: '@rubencast',
    circles: ['Data Analytics'],
    meetsRequirements: 'Yes',
    currentlyInCircle: 'No',
    experience: null,
    availability: '12 hours a week',
    skills: [],
    linkedin: null,
    github: 'https://code.example/rcastellanos',
    portfolio: null,
    motivation: null,
    status: 'pending',
    notes: null,
    createdAt: '2026-11-11T23:58:00.000Z',
  },
  {
    fullName: 'Aiko Lindqvist',
    email: 'aiko.lindqvist@example.net',
    role: 'Sound Designer',
    mattermostHandle: '@aiko.l',
    circles: ['Events', 'Marketing'],
    meetsRequirements: 'Yes',
    currentlyInCircle: 'Yes',
    experience:
      'Eleven years in radio drama and museum audio guides. For the last two I have designed ' +
      'sounds for medical devices, where a wrong note has consequences.',
    availability: '10 hours a week, more in January',
    skills: ['Sound design', 'Web Audio API', 'Listening tests', 'Max/MSP'],
    linkedin: 'https://people.example/in/aiko-lindqvist',
    github: null,
    portfolio: 'https://aiko-lindqvist.example/work',
    motivation:
      'Sonogram maps value to pitch, and rightly so. There is also timbre, and roughness, ' +
      'and space. I have a few ideas for charts with two lines, and one of them is not ' +
      'annoying.',
    status: 'reviewed',
    notes:
      'Spoke with Rina on 30 October. Brought a prototype with two voices for two lines; ' +
      'three of the panel could tell them apart at once. Role is unusual but fits Avocet. ' +
      'Waiting for her January dates.',
    createdAt: '2026-10-24T14:06:00.000Z',
  },
  {
    fullName: 'Yusuf Karahan',
    email: 'yusuf.karahan@example.com',
    role: 'Backend Developer',
    mattermostHandle: '@ykarahan',
    circles: ['IT'],
    meetsRequirements: 'Yes',
    currentlyInCircle: 'Yes',
    experience:
      'Five years of Rust and Postgres at a logistics company; before that, a library ' +
      'catalogue that is still running without me.',
    availability: '20 hours a week',
    skills: ['Rust', 'PostgreSQL', 'Event sourcing', 'Data lineage', 'Docker'],
    linkedin: null,
    github: 'https://code.example/ykarahan',
    portfolio: 'https://karahan.example/notes',
    motivation:
      'Deleting things properly is an underrated engineering problem. I have deleted a great ' +
      'deal, not always on purpose, and I would like to do it on purpose.',
    status: 'accepted',
    notes:
      'Accepted for Bittern, started on 19 October. Leila is his contact. Trial task: ' +
      'withdraw one recording from a copy of the Nightjar data. He found a fifth derived ' +
      'file we did not know about.',
    createdAt: '2026-09-29T09:41:00.000Z',
  },
  {
    fullName: 'Theodora Vlachou',
    email: 'theodora.vlachou@example.org',
    role: 'UI/UX Designer',
    mattermostHandle: '@theo.v',
    circles: ['Onboarding', 'Focus'],
    meetsRequirements: 'No',
    currentlyInCircle: 'No',
    experience: 'Freelance designer for three years, mainly for small publishers.',
    availability: '4 hours a week until summer',
    skills: ['Figma', 'Typography', 'Design research'],
    linkedin: 'https://people.example/in/theodora-vlachou',
    github: null,
    portfolio: 'https://vlachou.example',
    motivation: 'I like the way you write, and I would like to help with how the forms feel.',
    status: 'rejected',
    notes:
      'Good portfolio, but four hours a week is below the ten we need. Told her so plainly ' +
      'and kindly. She will write again when her book project ends; please treat that as a ' +
      'warm application.',
    createdAt: '2026-08-06T16:30:00.000Z',
  },
];
