import type { SiteConfig } from '#contract/site-config.ts';

/**
 * Everything that differs from lab to lab: name, links, numbers, lists and texts. Another lab edits only this file and
 * site.tokens.css (colours and fonts): see docs/make-it-yours.md. `npm run setup` asks for the most important values.
 * The build and the start of the server fail with a list of all invalid values.
 */

const name = 'Fledge';

const hours = {
  /** The hours that a pod gets for an MVP (the first working version), and for the extended phase after it. */
  mvp: 50,
  extended: 50,
  /** The minimum hours a week of an applicant. */
  availability: 10,
  /** The hours within which a message is answered. A message that waits longer is shown to staff as overdue. */
  answer: 24,
};
const allHours = hours.mvp + hours.extended;

export const site: SiteConfig = {
  name,
  /** The language of the texts in this file, as a BCP 47 tag like en, de or pt-BR. */
  language: 'en',
  tagline: 'Where innovation takes flight',
  description:
    'An AI and development lab. Small pods turn community ideas into prototypes you can use.',
  /** The lab in one sentence, for the footer. */
  about: 'The rapid-prototyping lab of an AI funding community.',
  /** The description of the blog, for search engines and link previews. */
  blog: 'What the pods tried, measured and changed their minds about.',
  email: 'hello@fledge.example',
  /** The month in which the lab began, as YYYY-MM. */
  inception: '2025-06',
  links: {
    /** The URLs of two pages of the funding community, for the footer. */
    terms: 'https://community.example/terms',
    privacy: 'https://community.example/privacy',
  },
  social: [
    { name: 'GitHub', url: 'https://code.example/fledge' },
    { name: 'LinkedIn', url: 'https://network.example/fledge' },
    { name: 'YouTube', url: 'https://video.example/fledge' },
    { name: 'Mattermost', url: 'https://chat.example/fledge' },
  ],
  resources: [
    { name: 'Programme handbook', url: 'https://community.example/handbook' },
    { name: 'Source code', url: 'https://code.example/fledge/site' },
  ],
  /** The menu in the corner of each page. Without products there is no menu. */
  family: {
    title: 'One programme, five products',
    products: [
      { name: 'Initiatives', about: 'Long-running research themes', isSoon: true },
      { name: 'Funding', about: 'Rounds, proposals and awards', url: 'https://funding.example' },
      {
        name: 'Community',
        about: 'Circles, calls and the member forum',
        url: 'https://community.example',
      },
      { name: 'Lab', about: 'Pods and prototypes', isHere: true },
      {
        name: 'Ideation',
        about: 'Shape an idea before you submit it',
        url: 'https://ideation.example',
        isSoon: true,
      },
    ],
  },
  /** The name of the chat in which applicants have a handle. */
  chat: 'Mattermost',
  hours,
  /** The lists that visitors choose from. Stored submissions still show entries that are removed here. */
  lists: {
    expertises: [
      'Developer',
      'Data Analyst/Engineer',
      'ML/AI Specialist',
      'Product Manager',
      'QA Specialist',
    ],
    /** The form adds the role "Other" at the end, for which applicants write a text. */
    roles: [
      'Product Manager',
      'Full Stack Developer',
      'Frontend Developer',
      'Backend Developer',
      'Data Specialist',
      'Quality Assurance Specialist',
      'AI/ML Specialist',
      'Blockchain Specialist',
      'UI/UX Designer',
      'DevOps Engineer',
    ],
    /** Pages add the word "Circle": "Events Circle". */
    circles: [
      'Data Analytics',
      'Dev Outreach',
      'Events',
      'Focus',
      'IT',
      'Marketing',
      'Onboarding',
      'Operations',
      'Review',
    ],
    /** The first category is the default. */
    postCategories: ['Technology', 'AI', 'Development', 'Innovation'],
    /** The topics of messages: `value` is stored, `label` is shown. The first topic is the default. */
    topics: [
      { value: 'general', label: 'General' },
      { value: 'business', label: 'Business' },
      { value: 'technical', label: 'Technical' },
      { value: 'career', label: 'Career' },
      { value: 'other', label: 'Other' },
    ],
  },
  words: {
    home: {
      badge: '5+ Apps Prototyped Since June 2025',
      title: 'Where Innovation Takes Flight',
      lead: `${name} is an AI and development lab. The community sends in ideas, and pods, our small teams of specialists, have ${hours.mvp} hours to turn one into a working prototype.`,
      projects:
        'The apps that our pods have built, or are building now. The line on each card shows how far an app has come: in development, prototype, beta, live.',
      pods: 'A pod is a small team. Four of them build prototypes: a developer, a data engineer and an ML specialist each, helped by four shared experts. Those that look after live apps are larger, as volunteers help them. Pods that are planned, paused or finished are listed too.',
      journey:
        'How we go from ideas to deployed AI prototypes. The lab has 6 active pods today; these are its milestones so far.',
      submitIdea: `Tell us about a problem worth solving. If a pod takes it on, it has ${hours.mvp} hours to build an MVP, a first working version, and ${hours.extended} more if that succeeds.`,
      joinTeam: `Fully remote, from ${hours.availability} hours a week. Two of them are meetings; the rest is building.`,
    },
    contact: {
      title: 'Talk to us',
      lead: 'A question, a partnership, a bug, a good story: a person reads every message.',
    },
    submitIdea: {
      lead: 'Describe a problem and how AI could help with it. Six answers are enough; how to build it is our part.',
      description: `Describe a problem worth solving. If a pod takes it on, it gets ${hours.mvp} hours to become a prototype.`,
    },
    joinTeam: {
      lead: 'Two minutes for the form. A person reads it, and answers.',
      description: `Fully remote, from ${hours.availability} hours a week: apply to build AI prototypes in a pod.`,
      benefits: [
        'Fully remote, in your own hours',
        'A pod, a team of three, with product and QA support',
        'Prototypes with your name on them',
        'Two hours of meetings a week, never more',
      ],
      figures: [
        { figure: '40+', label: 'members' },
        { figure: '15+', label: 'countries' },
        { figure: '100%', label: 'remote' },
        { figure: '5+', label: 'active projects' },
      ],
      team: 'Sixteen of them are the core: four prototyping pods of three, and four shared experts. The others look after live apps.',
    },
  },
  /** The texts of the page "How the lab works". */
  workflow: {
    description: `From idea intake to an extended prototype: the lifecycle, the ${hours.mvp} + ${hours.extended} hours, the weekly rhythm and the people.`,
    lead: 'The whole programme on one page: how an idea becomes a prototype, how many hours that may take, and who builds it. The teams that build are called pods.',
    lifecycle: {
      lead: 'Five steps from an idea to a prototype. It may wait at any of the first three; once a pod has it, the hours count.',
      steps: [
        {
          name: 'Idea intake',
          about: 'You describe the problem, and a first shape of the solution.',
        },
        {
          name: 'Prioritization',
          about: 'Reviewers weigh impact, effort and the expertise at hand.',
        },
        { name: 'Pod selection', about: 'The idea goes to the pod that fits it best.' },
        {
          name: `MVP phase, ${hours.mvp} hours`,
          about: 'The pod builds the smallest version that proves the point.',
        },
        {
          name: `Extended phase, ${hours.extended} more`,
          about: `Awarded to successful MVPs: up to ${allHours} hours per prototype.`,
        },
      ],
    },
    hours: {
      lead: `A pod has ${hours.mvp} hours to build an MVP, the first version that works. If that succeeds, it is awarded ${hours.extended} more.`,
      mvp: 'The pod writes down one claim, builds the smallest thing that can show it true or false, and measures.',
      extended: `Awarded to successful MVPs. Real users, real data, a handover that somebody else can run: up to ${allHours} hours per prototype.`,
    },
    people: {
      title: 'Four pods, sixteen people',
      lead: 'Twelve specialists work in one prototyping pod each; four experts help all of them. They are the core of a larger team: two more active pods look after live apps, and volunteers bring it to 40+ members.',
      pods: [1, 2, 3, 4].map((pod) => ({
        name: `Prototyping pod ${pod}`,
        members: ['1 developer', '1 data analyst/engineer', '1 ML/AI specialist'],
      })),
      shared: {
        name: '4 shared experts',
        about: 'for product management and QA support, across all pods',
      },
      split: [
        { name: 'dedicated: 12 specialists', percent: 75 },
        { name: 'shared: 4 experts', percent: 25 },
      ],
    },
    week: {
      lead: 'Three meetings, two hours a week in all. Everything else is written down, or built.',
      meetings: [
        {
          name: 'Pod meeting',
          minutes: 60,
          about: 'What was built, what was measured, what comes next.',
        },
        {
          name: 'Blocker stand-up',
          minutes: 30,
          about: 'Only what is in the way, and who can move it.',
        },
        {
          name: 'Wins stand-up',
          minutes: 30,
          about: 'What worked this week, shown rather than told.',
        },
      ],
    },
    clusters: {
      lead: 'Four groups that work with every pod. They do what a prototype needs and a pod should not have to do itself.',
      groups: [
        {
          name: 'Product & BizDev',
          about: 'Finds the people a prototype is for, and what it would be worth to them.',
        },
        { name: 'Governance', about: 'Keeps the rules of selection and awards in the open.' },
        {
          name: 'Operations & Review',
          about: 'Runs the calendar, the budget of hours and the reviews at the end of a phase.',
        },
        {
          name: 'Community & Outreach',
          about: 'Brings ideas in, and carries results back to those who asked.',
        },
      ],
    },
  },
  /** The days after which a waiting idea or application is overdue in the staff area. */
  answerDays: { ideas: 14, applications: 14 },
  /**
   * The months after which personal data is removed; `null` means never. `contacts` also applies to visitors who left
   * their name or address with "I can help".
   */
  keepMonths: { applications: null, contacts: null },
};
