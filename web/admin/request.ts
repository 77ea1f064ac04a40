import { createContext, use } from 'react';
import { okOrThrow } from '../api/client.ts';

export interface RequestOptions {
  body?: object;
  /** The version that was seen: the write is refused where somebody else was quicker. */
  version?: number;
}

/** Every call of the staff area: with the token, JSON in and out. */
export type Request = (method: string, path: string, options?: RequestOptions) => Promise<unknown>;

/** On 401 and 403 the session is over: it is ended here, and nowhere else. */
export const createRequest =
  (token: string, endSession: () => void): Request =>
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
      endSession();
      throw new Error('Authentication required');
    }
    await okOrThrow(response);
    return response.status === 204 ? undefined : response.json();
  };

export const RequestContext = createContext<Request | undefined>(undefined);

export function useRequest(): Request {
  const request = use(RequestContext);
  if (!request) throw new Error('useRequest must be used within a RequestContext');
  return request;
}
