import type { Application } from '#contract/application.ts';
import type { Contact } from '#contract/contact.ts';
import type { Idea } from '#contract/idea.ts';
import type { Quarantine } from '#contract/quarantine.ts';
import type { User } from '#contract/user.ts';
import type { Source } from '../api/reads.ts';

/** What only staff read. */
export const applications: Source<Application[]> = { path: '/api/admin/applications' };
export const ideas: Source<Idea[]> = { path: '/api/admin/ideas' };
export const contacts: Source<Contact[]> = { path: '/api/admin/contacts' };
export const quarantine: Source<Quarantine> = { path: '/api/admin/quarantine' };
export const users: Source<User[]> = { path: '/api/admin/users' };
