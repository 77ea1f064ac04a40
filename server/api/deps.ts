import type { Logger } from 'pino';
import type { Passwords } from '../passwords.ts';
import type { Db, Store } from '../store/store.ts';

/** What the API is made with. Tests pass their own. */
export interface ApiDeps {
  db: Db;
  write: Store['write'];
  isAway: Store['isAway'];
  clock: () => Date;
  passwords: Passwords;
  rateLimits: boolean;
  /** The month the lab began, as YYYY-MM. */
  inception: string;
  siteName: string;
  logger: Logger;
}
