import { createContext, use } from 'react';
import { okOrThrow, statusOf } from '../api/client.ts';
import { showToast } from '../ui/toasts.ts';
import { Attempts, isSameBody } from './attempts.ts';
import { type Sending, sendFile } from './send-file.ts';

export interface RequestOptions {
  body?: object;
  /** Sent as If-Match: the server answers 412 if there is a newer version. */
  version?: number | undefined;
  /**
   * For a POST whose body was changed after the response to an earlier attempt was lost. If the server has processed
   * the earlier attempt, `onTaken` is called with its response.
   */
  onTaken?(made: unknown): Promise<unknown>;
  /**
   * Omits the idempotency key. For a POST that changes nothing, that is safe to repeat, or whose response has secrets
   * that the server must not store.
   */
  isUnkeyed?: boolean;
  /** The request body, in place of the JSON of `body`. */
  file?: Blob;
  /** Reports the progress of sending `file`, and can abort it. */
  sending?: Sending;
  /** Makes the request resolve to a Blob, in place of parsed JSON. */
  isFile?: boolean;
}

/** Calls the API with the session's token. By default it sends and returns JSON. */
export type Request = (method: string, path: string, options?: RequestOptions) => Promise<unknown>;

class SessionEnded extends Error {
  override message = 'Authentication required';
}

/**
 * Creates the function that calls the API. Every write has an idempotency key, unless `isUnkeyed`. A write whose response
 * was lost keeps its key, so that a repeated request has no second effect. A 401 or 403 ends the session.
 */
export function createRequest(token: string, userId: string, endSession: () => boolean): Request {
  const attempts = new Attempts(userId);

  async function call(
    method: string,
    path: string,
    { body, file, sending = {}, version, isFile }: RequestOptions,
    key?: string,
  ): Promise<unknown> {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(key && { 'Idempotency-Key': key }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...(version !== undefined && { 'If-Match': `"${version}"` }),
    };
    const response = await (file
      ? sendFile(method, path, headers, file, sending)
      : fetch(path, {
          method,
          credentials: 'include',
          headers,
          ...(body && { body: JSON.stringify(body) }),
        }));
    if (response.status === 401 || response.status === 403) {
      const ended = new SessionEnded();
      if (endSession()) {
        showToast({
          title: ended.message,
          text: 'Your session has ended. Please sign in again.',
          tone: 'destructive',
        });
      }
      throw ended;
    }
    await okOrThrow(response);
    if (isFile) return response.blob();
    return response.status === 204 ? undefined : response.json();
  }

  async function write(method: string, path: string, options: RequestOptions): Promise<unknown> {
    const { body, version, onTaken } = options;
    const name = `${method} ${path}`;
    const { key, bodies, isFirst } = attempts.start(name, { body, version }, onTaken !== undefined);
    const end = () => attempts.end(name, key);
    try {
      const answer = await call(method, path, options, key);
      end();
      return answer;
    } catch (error) {
      const earlier = bodies.filter((one) => !isSameBody(one, body));
      if (statusOf(error) === 409 && onTaken && earlier.length > 0) {
        const answer = await onTaken(await repeatTaken(path, earlier, key));
        end();
        return answer;
      }
      // A repeated write that is refused keeps its key, because an earlier attempt may have succeeded.
      if (isFirst && isRefused(error)) end();
      throw error;
    }
  }

  /** Sends the earlier bodies again, to get the response to the body that the server has processed with this key. */
  async function repeatTaken(path: string, bodies: (object | undefined)[], key: string) {
    let refusal: unknown;
    for (const body of bodies) {
      try {
        return await call('POST', path, body ? { body } : {}, key);
      } catch (error) {
        if (statusOf(error) !== 409) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  return (method, path, options = {}) =>
    method === 'GET' || options.isUnkeyed
      ? call(method, path, options)
      : write(method, path, options);
}

/** Returns true if the server has refused the request. After any other error, a write may have happened. */
export const isRefused = (error: unknown) =>
  error instanceof SessionEnded || (statusOf(error) ?? 500) < 500;

/** Shows a toast for a failed request. Ignores the end of the session, for which `createRequest` shows a toast. */
export function showFailure(error: unknown, title: string, text: string): void {
  if (error instanceof SessionEnded) return;
  showToast({ title, text, tone: 'destructive' });
}

/** Shows a toast for a failed action. Without a response, the toast says that the action may have happened. */
export const showRefusal = (error: unknown, title: string, text: string): void =>
  showFailure(
    error,
    title,
    isRefused(error) ? text : 'No answer came, so it may have happened. Look before you try again.',
  );

export const RequestContext = createContext<Request | undefined>(undefined);

export function useRequest(): Request {
  const request = use(RequestContext);
  if (!request) throw new Error('useRequest must be used within a RequestContext');
  return request;
}
