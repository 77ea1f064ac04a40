import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Content } from '../cache/entry.ts';
import type { PageDescription } from '../cache/resources.ts';

/** The rendered pages, whoever renders them: the built bundle, or Vite in development. */
export interface Pages {
  answer(request: Request): Promise<Response>;
  /** Sees a request before anything else does; calls `next` for what is not its own. */
  first(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Lets go of what it holds open. */
  close?(): Promise<void>;
}

/** What the built ones offer besides, for what is kept in memory. */
export interface BuiltPages extends Pick<Pages, 'answer'> {
  files: Map<string, Content>;
  feeds: Map<string, () => Promise<Response>>;
  describe: Renderer['describe'];
  render(path: string, search: string): Promise<Response>;
}

export interface PagesDeps {
  /** In development the hot-reload socket shares the port. */
  server: Server;
  api: { request(path: string): Response | Promise<Response> };
  /** The canonical address. */
  origin: string;
}

/** What web/render.tsx exports. The two are separate module graphs: only values cross. */
export interface Renderer {
  describe(path: string, search: string): PageDescription | undefined;
  /** The one script within every page. */
  inHead: string;
  render(page: PageRequest): Promise<{ status: number; html: string }>;
}

export interface PageRequest {
  path: string;
  search: string;
  origin: string;
  read: Read;
  scripts: string[];
  styles: string[];
  /** The site's style sheet, which stands in every page. */
  sheet: string;
  /** The files that a page's module needs, to be fetched along with the first script. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

/** Reads the API in process: `/api/apps` to the parsed JSON; an error carries the status. */
export type Read = (path: string) => Promise<unknown>;

export function readerOf(api: PagesDeps['api']): Read {
  return async (path) => {
    const response = await api.request(path);
    if (response.ok) return response.json();
    const { status } = response;
    throw Object.assign(new Error(`${status}: ${await response.text()}`), { status });
  };
}

/** The same page under one address only. */
export function withoutTrailingSlash(url: URL): Response | undefined {
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return undefined;
  const path = `/${url.pathname.replace(/^\/+|\/+$/g, '')}`;
  return new Response(null, { status: 308, headers: { Location: path + url.search } });
}
