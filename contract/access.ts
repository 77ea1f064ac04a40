import { type Role, roles } from './vocabulary.ts';

/**
 * The sections of the staff area by role. The server's guard, the sidebar and the staff pages read this table.
 * Pictures, milestones, the quarantine, the trash, the activity, mail and invitations have no page of their own: pictures
 * belong to posts and projects, admins edit milestones, and read the activity and which mails could not be sent, on the
 * dashboard. They find quarantine and trash on the pages of ideas, applications and contacts, and invitations on the page
 * of users.
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

/** An unknown role may open nothing. */
export const canOpen = (role: string, section: Section): boolean =>
  isRole(role) && open[role].includes(section);
