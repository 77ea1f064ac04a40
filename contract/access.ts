import { type Role, roles } from './vocabulary.ts';

/**
 * The sections of the staff area. A role gives access to sections (`canOpen`). Some sections have no separate page:
 * pictures, milestones, the activity, failed mails, the quarantine, the trash and invitations are on other staff pages.
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

const sectionsByRole: Record<Role, readonly Section[]> = {
  admin: sections,
  'blog-admin': ['dashboard', 'blogs', 'pictures', 'settings'],
};

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/** Returns false for every section if the role is unknown. */
export const canOpen = (role: string, section: Section): boolean =>
  isRole(role) && sectionsByRole[role].includes(section);
