import type { Logger } from 'pino';
import { prefixOf, privatePages } from '#contract/pages.ts';

export interface LoggedRequest {
  requestId: string;
  method: string | undefined;
  /** Has no query string, because searches are private. May contain the secret of a private page. */
  path: string;
  status: number;
  /** The value of `performance.now()` when the request arrived. */
  began: number;
}

export type RequestLog = (request: LoggedRequest) => void;

const secretStarts = privatePages.flatMap(({ page, data }) => [prefixOf(page), prefixOf(data)]);
const secretPath = new RegExp(`^(${secretStarts.join('|')})[^/]+`, 'i');

/** Replaces the secret with `:id` in the path of a private page and in the API path of its data. */
const withoutSecret = (path: string) => path.replace(secretPath, '$1:id');

export const createRequestLog =
  (logger: Logger): RequestLog =>
  ({ requestId, method, path, status, began }) => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    logger.info({ requestId, method, path: withoutSecret(path), status, ms }, 'request');
  };
