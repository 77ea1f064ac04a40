import type { Logger } from 'pino';
import type { User } from '#contract/user.ts';
import type { Articles } from '../articles.ts';
import type { Oidc } from '../oidc.ts';
import type { Passwords } from '../passwords.ts';
import type { Actor } from '../store/history.ts';
import type { Db, Store } from '../store/store.ts';

/** Dependencies of the API. Tests pass their own. */
export interface ApiDeps {
  db: Db;
  write: Store['write'];
  longReads: Store['longReads'];
  search: Store['search'];
  findTitles: Store['findTitles'];
  isAway: Store['isAway'];
  clock: () => Date;
  passwords: Passwords;
  articles: Pick<Articles, 'render'>;
  rateLimits: boolean;
  /** The month the lab began, as YYYY-MM. */
  inception: string;
  siteName: string;
  /** The mailer; undefined where mail is not configured. `wake` makes it look for mails that are due. */
  mail: { wake(): void } | undefined;
  /** The OpenID Connect provider; undefined where none is configured. */
  oidc: Oidc | undefined;
  logger: Logger;
}

/** Who changes a submission by a staff route, and when. */
export const actorOf = ({ clock }: Pick<ApiDeps, 'clock'>, { username }: User): Actor => ({
  username,
  now: clock(),
});
