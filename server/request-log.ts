import type { Logger } from 'pino';

/** The facts of a request. `path` has no query string, because searches are private. It may still contain a secret. */
export interface Told {
  requestId: string;
  method: string | undefined;
  path: string;
  status: number;
  /** The value of `performance.now()` when the request arrived. */
  began: number;
}

export type RequestLog = (told: Told) => void;

/** Replaces the secret in the path of a receipt or of a follower with `:id`. */
const withoutSecret = (path: string) =>
  path.replace(/^(\/api\/receipts\/|\/receipt\/|\/api\/follows\/|\/follow\/)[^/]+/i, '$1:id');

/** Returns the function that logs a request as one line. */
export const createRequestLog =
  (logger: Logger): RequestLog =>
  ({ requestId, method, path, status, began }) => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    logger.info({ requestId, method, path: withoutSecret(path), status, ms }, 'request');
  };
