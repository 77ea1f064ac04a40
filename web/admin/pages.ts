import {
  AppWindow,
  Inbox,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  Mail,
  NotebookPen,
  Shield,
  Upload,
  Users,
} from 'lucide-react';
import type { Section } from '#contract/access.ts';
import { type LazyPage, lazyPage } from '../lazy-page.tsx';

/**
 * The pages of the staff area whose code is loaded on demand. The sidebar and admin.tsx read `pages`. The pages `Login`
 * and `LoginCallback` are missing here, because admin.tsx imports them statically.
 */

export interface LazyStaffPage extends LazyPage<object> {
  /** The title of the error that is shown if the page's code or data cannot be loaded. */
  failure: string;
}

export interface StaffPage extends LazyStaffPage {
  /** The path may end with the placeholder `/:id`. */
  path: string;
  section: Section;
  /** The entry in the sidebar, if the page has one. */
  link?: { name: string; Icon: LucideIcon };
}

/** The page on which an invited person chooses a password. */
export const invite: LazyStaffPage = {
  failure: 'Your invitation could not be opened',
  ...lazyPage(() => import('./invite.tsx')),
};

/** The dashboard is also shown for unknown paths below /admin. */
export const dashboard: StaffPage = {
  path: '/admin',
  section: 'dashboard',
  link: { name: 'Dashboard', Icon: LayoutDashboard },
  failure: 'Failed to load the dashboard',
  ...lazyPage(() => import('./dashboard.tsx')),
};

export const pages: StaffPage[] = [
  dashboard,
  {
    path: '/admin/pods',
    section: 'pods',
    link: { name: 'Pods', Icon: Users },
    failure: 'Failed to load pods',
    ...lazyPage(() => import('./pods.tsx')),
  },
  {
    path: '/admin/pods/log',
    section: 'pods',
    failure: 'Failed to load the flight log',
    ...lazyPage(() => import('./log.tsx')),
  },
  {
    path: '/admin/apps',
    section: 'apps',
    link: { name: 'Apps', Icon: AppWindow },
    failure: 'Failed to load apps',
    ...lazyPage(() => import('./apps.tsx')),
  },
  {
    path: '/admin/blogs',
    section: 'blogs',
    link: { name: 'Blogs', Icon: NotebookPen },
    failure: 'Failed to load blogs',
    ...lazyPage(() => import('./blogs.tsx')),
  },
  {
    path: '/admin/blogs/:id',
    section: 'blogs',
    failure: 'Failed to load blogs',
    ...lazyPage(() => import('./writing/post-page.tsx')),
  },
  {
    path: '/admin/applications',
    section: 'applications',
    link: { name: 'Applications', Icon: Inbox },
    failure: 'Failed to fetch applications',
    ...lazyPage(() => import('./applications.tsx')),
  },
  {
    path: '/admin/ideas',
    section: 'ideas',
    link: { name: 'Ideas', Icon: Lightbulb },
    failure: 'Failed to fetch idea submissions',
    ...lazyPage(() => import('./ideas.tsx')),
  },
  {
    path: '/admin/contacts',
    section: 'contacts',
    link: { name: 'Contacts', Icon: Mail },
    failure: 'Failed to fetch contacts',
    ...lazyPage(() => import('./contacts.tsx')),
  },
  {
    path: '/admin/import',
    section: 'import',
    link: { name: 'Import', Icon: Upload },
    failure: 'Failed to load the import',
    ...lazyPage(() => import('./import/import-page.tsx')),
  },
  {
    path: '/admin/users',
    section: 'users',
    link: { name: 'Users', Icon: Shield },
    failure: 'Failed to fetch users',
    ...lazyPage(() => import('./users.tsx')),
  },
  {
    path: '/admin/settings',
    section: 'settings',
    failure: 'Failed to load settings',
    ...lazyPage(() => import('./settings.tsx')),
  },
];
