import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Card } from '#contract/card.ts';
import type { Content } from '../cache/entry.ts';
import type { CacheablePages } from '../cache/resources.ts';
import type { Picture } from './png.ts';

/** The rendered pages, from the built bundle or from Vite in development. */
export interface Pages {
  answer(request: Request): Promise<Response>;
  /** Gets each request first, and calls `next` for requests that it does not answer. */
  first(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Closes files and sockets that it holds open. */
  close?(): Promise<void>;
}

/** Pages of the built bundle, with the parts that the cache needs. */
export interface BuiltPages extends Pick<Pages, 'answer'>, CacheablePages {
  /** Scripts, style sheets, fonts and icons by their address. */
  files: Map<string, Content>;
}

export interface PagesDeps {
  /** In development the hot-reload socket shares the port. */
  server: Server;
  api: { request(path: string): Response | Promise<Response> };
  /** The canonical address. */
  origin: string;
  /** Reads a file of an uploaded picture by its address. */
  readPicture(path: string): Promise<Uint8Array | undefined>;
}

/** The exports of web/render.tsx. Server and renderer are separate module graphs, so only values cross. */
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
  /** The compiled web/head-script.ts, which stands in every page. */
  headScript: string;
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

/** Redirects an address with a trailing slash, so that each page has one address. */
export function withoutTrailingSlash(url: URL): Response | undefined {
  if (url.pathname === '/' || !url.pathname.endsWith('/')) return undefined;
  const path = `/${url.pathname.replace(/^\/+|\/+$/g, '')}`;
  return new Response(null, { status: 308, headers: { Location: path + url.search } });
}
