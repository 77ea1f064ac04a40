import { type Role, roles } from './vocabulary.ts';

/**
 * The sections of the staff area. The server and the staff pages call `canOpen` to find out which role may open a
 * section. Some sections have no page of their own. Pictures are uploaded on the pages of posts and apps. Milestones,
 * the activity and the mails that could not be sent are on the dashboard. The quarantine and the trash are on the pages
 * of ideas, applications and contacts. Invitations are on the page of users.
 */
export const sections = [
  'dashboard',
  'pods',
  'apps',
  'blogs',
  'pictures',
  'applications',
  'ideas',
  'contacts',
  'import',
  'quarantine',
  'trash',
  'activity',
  'mail',
  'milestones',
  'settings',
  'users',
  'invitations',
] as const;
export type Section = (typeof sections)[number];

const open: Record<Role, readonly Section[]> = {
  admin: sections,
  'blog-admin': ['dashboard', 'blogs', 'pictures', 'settings'],
};

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/** Returns false for every section if the role is unknown. */
export const canOpen = (role: string, section: Section): boolean =>
  isRole(role) && open[role].includes(section);
