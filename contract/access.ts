import { type Role, roles } from './vocabulary.ts';

/**
 * The parts of the staff area. The server's guard, the sidebar and the page gate all read this one
 * table. Milestones and the quarantine have no page of their own: admins edit the former on the dashboard,
 * and find the latter on the pages of what it holds back.
 */
export const sections = [
  'dashboard',
  'pods',
  'apps',
  'blogs',
  'applications',
  'ideas',
  'contacts',
  'quarantine',
  'milestones',
  'settings',
  'users',
] as const;
export type Section = (typeof sections)[number];

const open: Record<Role, readonly Section[]> = {
  admin: sections,
  'blog-admin': ['dashboard', 'blogs', 'settings'],
};

export const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/** A role this table does not know opens nothing. */
export const canOpen = (role: string, section: Section): boolean =>
  isRole(role) && open[role].includes(section);
