import type { MailSettings } from '#contract/mail.ts';
import type { Source } from '../../api/query-cache.ts';

/** The signed-in member's mail settings. They also say whether the site sends mail. */
export const mailSettings: Source<MailSettings> = { path: '/api/admin/profile/mail' };
