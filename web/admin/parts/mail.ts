import type { MailSettings } from '#contract/mail.ts';
import type { Source } from '../../api/query-cache.ts';

/** The query for the mail settings of the signed-in user. `isOn` in the answer says whether the site sends mail. */
export const mailSettings: Source<MailSettings> = { path: '/api/admin/profile/mail' };
