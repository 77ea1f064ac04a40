import { prerender } from 'react-dom/static';
import { type Read, statusOf } from './api/client.ts';
import { QueryCache } from './api/query-cache.ts';
import { beforeIn, shownIn } from './api/sources.ts';
import { Document, type PageState } from './document.tsx';
import type { Outcome } from './page-frame.tsx';
import { matchRoute, notFoundKey, staffFrame } from './routes.tsx';
import { oneOf } from './search-params.ts';

interface PageRequest {
  path: string;
  search: string;
  origin: string;
  /** Reads the API in process. Its errors have a `status`. */
  read: Read;
  scripts: string[];
  styles: string[];
  /** The compiled head-script.ts, which stands in every page. */
  headScript: string;
  /** The site's style sheet, which stands in every page. */
  sheet: string;
  /** The chunks and style sheets that a page's file needs. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

export interface Description {
  path: string;
  search: string;
  /** API paths that the page reads. */
  apiPaths: string[];
  status: number;
  /** Cache path of the 404 page, for pages that show the thing of their first read. */
  missing?: string | undefined;
}

/** The cache key of a page: one normalised address for all that show the same. */
export function describe(path: string, search: string): Description {
  const { route, params } = matchRoute(path);
  if (route.isNotFound) return { path: notFoundKey, search: '', apiPaths: [], status: 404 };
  if (route.isBare) return { path: staffFrame(path), search: '', apiPaths: [], status: 200 };
  const given = new URLSearchParams(search);
  const valueIn = (name: string) => {
    if (name === 'q') return (given.get('q') ?? '').trim();
    if (name === 'before') return beforeIn(given);
    if (name === 'shown') return given.get('shown') ? String(shownIn(given)) : '';
    const allowed = route.query[name];
    return Array.isArray(allowed) ? oneOf(allowed, given.get(name)) : '';
  };
  const shown = new URLSearchParams(
    Object.keys(route.query).flatMap((name) => (valueIn(name) ? [[name, valueIn(name)]] : [])),
  );
  return {
    path: route.pattern.replace(':id', () => encodeURIComponent(params.id)),
    search: shown.size > 0 ? `?${shown}` : '',
    apiPaths: route.sources(params, shown).map((source) => source.path),
    status: 200,
    missing: params.id ? route.pattern.replace(':id', notFoundKey) : undefined,
  };
}

/** Renders a page as complete HTML, with the data for hydration. */
export async function render(request: PageRequest) {
  const { path, search, origin, read, scripts, styles, headScript, sheet, chunksOf } = request;
  const { route, params } = matchRoute(path);
  const cache = new QueryCache(read);
  await route.load();
  const sources = route.sources(params, new URLSearchParams(search));
  const outcome = await outcomeOf(sources.map((source) => cache.get(source.path)));
  const chunks = chunksOf(route.module);
  const state: PageState = {
    path,
    search,
    outcome,
    origin,
    today: new Date().toISOString().slice(0, 10),
    scripts,
    styles: [...styles, ...chunks.styles],
    preload: chunks.scripts,
    known: outcome === 'ready' ? cache.known() : {},
  };
  await ownTurn();
  const { prelude } = await prerender(<Document state={state} cache={cache} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  return {
    status: statusFor(outcome, route.isNotFound),
    html: html
      .replace('<script>', () => `<script>${headScript}`)
      .replace('<style>', () => `<style>${sheet}`),
  };
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Runs one rendering in each turn of the event loop, so that cached answers wait for one at most. */
function ownTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)));
  return lastTurn;
}

async function outcomeOf(pending: Promise<unknown>[]): Promise<Outcome> {
  const failures = (await Promise.allSettled(pending)).filter(
    (result) => result.status === 'rejected',
  );
  if (failures.length === 0) return 'ready';
  return failures.every(({ reason }) => statusOf(reason) === 404) ? 'missing' : 'failed';
}

function statusFor(outcome: Outcome, isNotFound = false): number {
  if (outcome === 'failed') return 503;
  return outcome === 'missing' || isNotFound ? 404 : 200;
}
