import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Card } from '#contract/card.ts';
import type { Content } from '../cache/entry.ts';
import type { CacheablePages } from '../cache/resources.ts';
import type { Picture } from './png.ts';

/** Answers requests for pages, from the built bundle or through Vite in development. */
export interface Pages {
  answer(request: Request): Promise<Response>;
  /** Runs before the API and `answer` for every request. Calls `next` for a request that it does not answer. */
  first(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Closes open files and sockets, such as those of Vite. */
  close?(): Promise<void>;
}

/** The pages of the built bundle. The public cache produces its responses with `CacheablePages` and `files`. */
export interface BuiltPages extends Pick<Pages, 'answer'>, CacheablePages {
  /** Scripts, style sheets, fonts and icons by path. */
  files: Map<string, Content>;
}

export interface PagesDeps {
  /** The HTTP server. In development, the WebSocket for hot reload uses it, too. */
  server: Server;
  api: { request(path: string): Response | Promise<Response> };
  origin: string;
  readPicture(path: string): Promise<Uint8Array | undefined>;
}

/** The exports of web/render.tsx. Server and renderer are separate module graphs, so they share no module state. */
export interface Renderer {
  render(page: PageRequest): Promise<{ status: number; html: string }>;
}

/** The exports of web/card/card.ts. */
export interface CardArtist {
  drawCard(card: Card): Picture;
}

export interface PageRequest {
  path: string;
  search: string;
  origin: string;
  read: Read;
  scripts: string[];
  styles: string[];
  /** The compiled web/head-script.ts, which is inline in every page. */
  headScript: string;
  /** The style sheet of the site, which is inline in every page. Empty in development, where `styles` links it. */
  sheet: string;
  /** Returns the files that a page's module needs, so that the browser fetches them together with the first script. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

/** Reads an API path such as `/api/apps` without HTTP. Resolves with the JSON. An error has the HTTP `status`. */
export type Read = (path: string) => Promise<unknown>;

export function readerOf(api: PagesDeps['api']): Read {
  return async (path) => {
    const response = await api.request(path);
    if (response.ok) return response.json();
    const { status } = response;
    throw Object.assign(new Error(`${status}: ${await response.text()}`), { status });
  };
}

/** Returns a redirect for a path with a trailing slash, so that each page has one URL. */
export function redirectTrailingSlash(url: URL): Response | undefined {
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return undefined;
  const path = `/${url.pathname.replace(/^\/+|\/+$/g, '')}`;
  return new Response(null, { status: 308, headers: { Location: path + url.search } });
}
