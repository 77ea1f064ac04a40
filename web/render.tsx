import { prerender } from 'react-dom/static';
import { type Read, statusOf } from './api/client.ts';
import { QueryCache } from './api/query-cache.ts';
import { Document, type PageState } from './document.tsx';
import type { FirstLoadOutcome } from './page-frame.tsx';
import { matchRoute } from './routes.tsx';

interface PageRequest {
  path: string;
  search: string;
  origin: string;
  /** Reads the API in process, without HTTP. Rejects with an error that has a `status`. */
  read: Read;
  scripts: string[];
  styles: string[];
  /** The compiled head-script.ts, which is inlined in every page. */
  headScript: string;
  /** The site's style sheet, which is inlined in every page. */
  sheet: string;
  /** Returns the chunks and style sheets that the module of a page needs. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

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

async function outcomeOf(pending: Promise<unknown>[]): Promise<FirstLoadOutcome> {
  const failures = (await Promise.allSettled(pending)).filter(
    (result) => result.status === 'rejected',
  );
  if (failures.length === 0) return 'ready';
  return failures.every(({ reason }) => statusOf(reason) === 404) ? 'missing' : 'failed';
}

function statusFor(outcome: FirstLoadOutcome, isNotFound = false): number {
  if (outcome === 'failed') return 503;
  return outcome === 'missing' || isNotFound ? 404 : 200;
}
