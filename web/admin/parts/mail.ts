import type { MailSettings } from '#contract/mail.ts';
import type { Source } from '../../api/query-cache.ts';

/** The query for the mail settings of the signed-in user. Its `isOn` says whether the site sends mail at all. */
export const mailSettings: Source<MailSettings> = { path: '/api/admin/profile/mail' };
