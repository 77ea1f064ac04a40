import { createContext, use } from 'react';
import { okOrThrow, statusOf } from '../api/client.ts';
import { showToast } from '../ui/toasts.ts';
import { Attempts, isSameBody } from './attempts.ts';
import { type Sending, sendFile } from './send-file.ts';

export interface RequestOptions {
  body?: object;
  /** If-Match: the server refuses the write with 412 when there is a newer version. */
  version?: number | undefined;
  /**
   * For a POST that was changed after the answer to an earlier one was lost. Called with what the earlier
   * one made, when the server had taken it after all.
   */
  onTaken?(made: unknown): Promise<unknown>;
  /** A POST that changes nothing, and so needs no Idempotency-Key. */
  isRead?: boolean;
  /** Sent as it is, in place of JSON. */
  file?: Blob;
  /** For a file: how far it is sent, and how to stop it. */
  sending?: Sending;
  /** Resolves with the answer as a Blob. */
  isFile?: boolean;
}

/** Calls the API with the token; JSON in and out. */
export type Request = (method: string, path: string, options?: RequestOptions) => Promise<unknown>;

class SessionEnded extends Error {
  override message = 'Authentication required';
}

/**
 * Every write carries an Idempotency-Key. A write whose answer was lost keeps its key, so that saving the
 * same again changes nothing that is done already. A 401 or 403 ends the session, here and nowhere else.
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
      // A refusal of a repeated write says nothing about the first attempt, which may have succeeded.
      if (isFirst && isAnswered(error)) end();
      throw error;
    }
  }

  /** Repeats the earlier bodies to get the answer of the one that the server has taken under this key. */
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

/** True if the server has refused for certain. Otherwise the write may have happened. */
export const isAnswered = (error: unknown) =>
  error instanceof SessionEnded || (statusOf(error) ?? 500) < 500;

/** Shows a toast for a failed write. */
export function showFailure(error: unknown, title: string, text: string): void {
  if (error instanceof SessionEnded) return;
  showToast({ title, text, tone: 'destructive' });
}

/** Shows a toast for an act that was refused. If no answer came, it may have happened all the same. */
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
