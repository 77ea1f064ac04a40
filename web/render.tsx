import { prerender } from 'react-dom/static';
import { type Read, statusOf } from './api/client.ts';
import { Reads } from './api/reads.ts';
import { Document, type PageState } from './document.tsx';
import type { Outcome } from './page-frame.tsx';
import { matchRoute } from './routes.tsx';

interface PageRequest {
  path: string;
  search: string;
  origin: string;
  /** Reads the API in process. What it throws carries the status. */
  read: Read;
  scripts: string[];
  styles: string[];
  /** The chunks and style sheets that a page's file needs. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

/** One page as complete HTML, with the data it was made from. */
export async function render(request: PageRequest) {
  const { path, search, origin, read, scripts, styles, chunksOf } = request;
  const { route, params } = matchRoute(path);
  const reads = new Reads(read);
  await route.load();
  const outcome = await outcomeOf(route.reads(params).map(({ path: wanted }) => reads.get(wanted)));
  const chunks = chunksOf(route.module);
  const state: PageState = {
    path,
    search,
    outcome,
    origin,
    scripts,
    styles: [...styles, ...chunks.styles],
    preload: chunks.scripts,
    known: outcome === 'ready' ? reads.known() : {},
  };
  const { prelude } = await prerender(<Document state={state} reads={reads} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  return {
    status: statusFor(outcome, route.isNotFound),
    html: await new Response(prelude).text(),
  };
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
