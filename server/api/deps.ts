import type { Logger } from 'pino';
import type { User } from '#contract/user.ts';
import type { Articles } from '../articles.ts';
import type { Oidc } from '../oidc.ts';
import type { Passwords } from '../passwords.ts';
import type { EncodePicture } from '../pictures/encode.ts';
import type { Actor } from '../store/history.ts';
import type { Db, Store } from '../store/store.ts';

export interface ApiDeps {
  db: Db;
  write: Store['write'];
  longReads: Store['longReads'];
  search: Store['search'];
  findTitles: Store['findTitles'];
  isTemporary: Store['isTemporary'];
  clock: () => Date;
  passwords: Passwords;
  articles: Pick<Articles, 'render'>;
  encodePicture: EncodePicture;
  rateLimits: boolean;
  /** The month the lab began, as YYYY-MM. */
  inception: string;
  siteName: string;
  /** The mailer; undefined if mail is not configured. `wake()` makes it look for mails that are due. */
  mail: { wake(): void } | undefined;
  /** Undefined if no webhooks are configured. `wake()` starts sending the messages that are due. */
  webhooks?: { names: readonly string[]; wake(): void } | undefined;
  /** The OpenID Connect provider; undefined if none is configured. */
  oidc: Oidc | undefined;
  logger: Logger;
}

/** Returns who makes a change through a staff route, when, and which webhooks are told of it. */
export const actorOf = (
  { clock, webhooks }: Pick<ApiDeps, 'clock' | 'webhooks'>,
  { username }: User,
): Actor => ({ username, now: clock(), webhooks: webhooks?.names ?? [] });
