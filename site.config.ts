/**
 * The lab's own name, words and links. Another lab edits this file, and nothing else.
 */
export const site = {
  name: 'Fledge',
  tagline: 'Where innovation takes flight',
  description:
    'An AI and development lab. Small pods turn community ideas into prototypes you can use.',
  email: 'hello@fledge.example',
  /** The month the lab began, as YYYY-MM. */
  inception: '2025-06',
  links: {
    /** Pages of the funding community. */
    terms: 'https://community.example/terms',
    privacy: 'https://community.example/privacy',
    /** The product family, opened from the corner menu. */
    funding: 'https://funding.example',
    community: 'https://community.example',
    ideation: 'https://ideation.example',
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
} as const;

/** After so many days an idea or an application that waits for an answer counts as overdue in the staff area. */
export const answerDays = { ideas: 14, applications: 14 };

/** After so many months the personal data of applications and messages is removed. Null: never. */
export const keepMonths: { applications: number | null; contacts: number | null } = {
  applications: null,
  contacts: null,
};
