/** A valid request body for each form and each editor. */

export const contactDraft = {
  name: 'Ines Duarte',
  email: 'ines@example.org',
  subject: 'A workshop in Porto',
  message: 'We would like two of you for an afternoon in March.',
  inquiryType: 'business',
};

export const ideaDraft = {
  title: 'Read the water meter aloud',
  submitterName: 'Ines Duarte',
  problemStatement: 'The display is behind a plate at knee height.',
  proposedSolution: 'A phone reads it and says the number.',
  targetAudience: 'Tenants who cannot kneel',
  expectedImpact: 'A reading takes ten seconds.',
  requiredExpertise: ['Developer', 'ML/AI Specialist'],
  successMetrics: '95 of 100 readings right',
  dependencies: 'Photos of forty meters',
};

export const applicationDraft = {
  fullName: 'Ines Duarte',
  email: 'ines@example.org',
  role: 'Data Specialist',
  mattermostHandle: '@ines',
  circles: ['Data Analytics', 'Review'],
  meetsRequirements: 'Yes',
  currentlyInCircle: 'No',
};

export const applicationExtras = {
  experience: 'Eight years of pipelines',
  availability: '12 hours a week',
  skills: ['SQL', 'Python'],
  linkedin: 'https://network.example/ines',
  github: 'https://code.example/ines',
  portfolio: 'https://ines.example',
  motivation: 'I like small teams.',
};

export const podDraft = {
  name: 'Dunlin',
  description: 'Tides, mud and the people who walk on it.',
  status: 'Planning',
  progress: 35,
  teamSize: 4,
  startDate: '2026-02-03',
  technologies: ['Python', 'DuckDB'],
};

export const appDraft = {
  name: 'Tideline',
  description: 'Says when the path is dry.',
  status: 'Beta',
  category: 'Tool',
  technologies: ['Rust', 'SQLite'],
  demoUrl: 'https://tideline.example/',
};

export const blogDraft = {
  title: 'What the mud taught us',
  excerpt: 'Three tides, one model.',
  content: 'It was *wet*.',
  author: 'Ines Duarte',
  category: 'AI',
  tags: ['tides', 'models'],
  readTime: 4,
  imageUrl: 'https://images.example/mud.jpg',
  externalUrl: 'https://elsewhere.example/mud',
  featured: true,
  publishedAt: '2026-04-05T06:07:08.000Z',
};

/** A post that loads no picture, and does not replace the featured post of a site that tests share. */
export const plainBlogDraft = { ...blogDraft, imageUrl: '', featured: false };

export const milestoneDraft = {
  title: 'First tide',
  description: 'The first prediction that held.',
  date: '2026-04-05',
  type: 'achievement',
};

/** Valid only if a pod with this `podId` exists. */
export const logDraft = {
  podId: 'dunlin',
  date: '2026-04-10',
  text: 'Walked the path at low tide with two wardens. The model was wrong twice, both times at the bridge.',
  mvpHours: 7.5,
  extendedHours: 0,
};

export const userDraft = { username: 'robin', password: 'six-or-more', role: 'blog-admin' };

export const invitationDraft = { username: 'wren', email: null, role: 'blog-admin' };
