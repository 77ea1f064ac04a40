import { createContext, use } from 'react';
import { okOrThrow, statusOf } from '../api/client.ts';
import { showToast } from '../ui/toasts.ts';
import { Attempts, isSameBody } from './attempts.ts';
import { type Sending, sendFile } from './send-file.ts';

export interface RequestOptions {
  body?: object;
  /** Sent as If-Match: the server refuses the write with 412 if there is a newer version. */
  version?: number | undefined;
  /**
   * For a POST whose body was changed after the answer to an earlier attempt was lost. If the server has processed an
   * earlier attempt, `onTaken` is called with the answer to that attempt.
   */
  onTaken?(made: unknown): Promise<unknown>;
  /**
   * Omits the idempotency key. For a POST that changes nothing, that may be repeated safely, or whose answer the server
   * must not store, because it contains secrets.
   */
  isRead?: boolean;
  /** The request body, instead of JSON. */
  file?: Blob;
  /** Reports the progress of a `file`, and can abort it. */
  sending?: Sending;
  /** Makes the request resolve to a Blob instead of parsed JSON. */
  isFile?: boolean;
}

/** Calls the API with the session's token. Sends and returns JSON, unless the options say otherwise. */
export type Request = (method: string, path: string, options?: RequestOptions) => Promise<unknown>;

class SessionEnded extends Error {
  override message = 'Authentication required';
}

/**
 * Creates the function that calls the API. Every write without `isRead` has an idempotency key. A write whose answer
 * was lost keeps its key, so that sending it again does not repeat its effect. A 401 or 403 ends the session.
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
      // Keeps the key when a repeated write is refused, because the first attempt may have succeeded.
      if (isFirst && isAnswered(error)) end();
      throw error;
    }
  }

  /** Sends the earlier bodies again, to get the answer to the one that the server has processed under this key. */
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
    method === 'GET' || options.isRead ? call(method, path, options) : write(method, path, options);
}

/** Returns true if the server has certainly refused the request. Otherwise a write may have happened. */
export const isAnswered = (error: unknown) =>
  error instanceof SessionEnded || (statusOf(error) ?? 500) < 500;

/** Shows a toast for a failed request. Shows nothing if the session has ended, because that has a toast of its own. */
export function showFailure(error: unknown, title: string, text: string): void {
  if (error instanceof SessionEnded) return;
  showToast({ title, text, tone: 'destructive' });
}

/** Shows a toast for a failed action. Without an answer the toast says that the action may have happened. */
export const showRefusal = (error: unknown, title: string, text: string): void =>
  showFailure(
    error,
    title,
    isAnswered(error)
      ? text
      : 'No answer came, so it may have happened. Look before you try again.',
  );

export const RequestContext = createContext<Request | undefined>(undefined);

export function useRequest(): Request {
  const request = use(RequestContext);
  if (!request) throw new Error('useRequest must be used within a RequestContext');
  return request;
}
