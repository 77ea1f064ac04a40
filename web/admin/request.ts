import { createContext, use } from 'react';
import { okOrThrow } from '../api/client.ts';
import { showToast } from '../ui/toasts.ts';

export interface RequestOptions {
  body?: object;
  /** The version that was seen: the write is refused where somebody else was quicker. */
  version?: number;
}

/** Every call of the staff area: with the token, JSON in and out. */
export type Request = (method: string, path: string, options?: RequestOptions) => Promise<unknown>;

class SessionEnded extends Error {
  override message = 'Authentication required';
}

/** On 401 and 403 the session is over: it is ended here and told here, and nowhere else. */
export const createRequest =
  (token: string, endSession: () => boolean): Request =>
  async (method, path, { body, version } = {}) => {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': `"${version}"` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
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
    return response.status === 204 ? undefined : response.json();
  };

/** Says that something was not done. */
export function showFailure(error: unknown, title: string, text: string): void {
  if (error instanceof SessionEnded) return;
  showToast({ title, text, tone: 'destructive' });
}

export const RequestContext = createContext<Request | undefined>(undefined);

export function useRequest(): Request {
  const request = use(RequestContext);
  if (!request) throw new Error('useRequest must be used within a RequestContext');
  return request;
}
