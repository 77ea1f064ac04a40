import { lists } from './site/lists.ts';

/** The lists of the domain. This module does not import zod, so that pages that need only a list stay small. */

export const appCategories = ['AI Agent', 'Web App', 'Tool', 'Service'] as const;
type AppCategory = (typeof appCategories)[number];
export const defaultAppCategory: AppCategory = 'AI Agent';

export const appStatuses = ['In Development', 'Beta', 'Live', 'Prototype'] as const;
export type AppStatus = (typeof appStatuses)[number];
export const defaultAppStatus: AppStatus = 'In Development';

export const podStatuses = ['Active', 'Planning', 'Completed', 'On Hold'] as const;
export type PodStatus = (typeof podStatuses)[number];
export const defaultPodStatus: PodStatus = 'Active';

export const milestoneTypes = [
  'launch',
  'achievement',
  'milestone',
  'partnership',
  'registration',
  'hackathon',
] as const;
export type MilestoneType = (typeof milestoneTypes)[number];

export const blogCategories = lists.postCategories;
export const defaultBlogCategory = blogCategories[0];

export const inquiryTypes = lists.topics;
export const defaultInquiryType = inquiryTypes[0] ?? '';

export const contactStatuses = ['new', 'read', 'replied', 'closed'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const { expertises, circles } = lists;

export const ideaStatuses = [
  'pending',
  'under_review',
  'approved',
  'in_development',
  'rejected',
] as const;
export type IdeaStatus = (typeof ideaStatuses)[number];

/** If an applicant chooses this role, the form asks for a text, and sends that text as the role. */
export const otherRole = 'Other';
export const applicationRoles = [...lists.roles, otherRole];

export const yesNo = ['Yes', 'No'] as const;

export const applicationStatuses = ['pending', 'reviewed', 'accepted', 'rejected'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

/** How many days a submission stays in the trash before it is deleted. */
export const trashDays = 30;

export const roles = ['admin', 'blog-admin'] as const;
export type Role = (typeof roles)[number];
export const defaultRole: Role = 'blog-admin';

/** The kinds that the public search finds, in the order of its results. */
export const searchKinds = ['ideas', 'projects', 'pods', 'posts'] as const;
export type SearchKind = (typeof searchKinds)[number];
/** How many hits the public search shows if the visitor chooses one kind. */
export const shownOfOneKind = 24;

/** The limits of texts, lists and numbers. The forms and the schemas of the server use them. */
export const limits = {
  line: 200,
  email: 254,
  url: 2000,
  text: 5000,
  content: 200_000,
  listEntry: 60,
  listEntries: 30,
  minSearch: 2,
  maxSearch: 100,
  minPassword: 6,
  maxPassword: 200,
  minProgress: 0,
  maxProgress: 100,
  minTeamSize: 1,
  maxTeamSize: 10_000,
  minReadTime: 1,
  maxReadTime: 10_000,
} as const;
