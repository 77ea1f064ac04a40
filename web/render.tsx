import { dehydrate } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { createQueryClient, type Read } from './api/client.ts';
import { Document, type PageState } from './document.tsx';
import type { Outcome } from './page-frame.tsx';
import { matchRoute } from './routes.tsx';

interface PageRequest {
  path: string;
  origin: string;
  /** Reads the API in process. What it throws carries the status. */
  read: Read;
  scripts: string[];
  styles: string[];
  /** The chunks that a page's file needs. */
  chunksOf(module: string): string[];
}

/** One page as complete HTML, with the data it was made from. */
export async function render({ path, origin, read, scripts, styles, chunksOf }: PageRequest) {
  const { route, params } = matchRoute(path);
  const client = createQueryClient(read, Number.POSITIVE_INFINITY);
  const outcome = await fetchAll(route.queries(params).map((query) => client.fetchQuery(query)));
  const state: PageState = {
    path,
    outcome,
    origin,
    scripts,
    styles,
    preload: chunksOf(route.module),
    data: outcome === 'ready' ? dehydrate(client) : undefined,
  };
  const { prelude } = await prerender(<Document state={state} client={client} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  const html = await new Response(prelude).text();
  client.clear();
  return { status: statusOf(outcome, route.isNotFound), html };
}

async function fetchAll(queries: Promise<unknown>[]): Promise<Outcome> {
  const failures = (await Promise.allSettled(queries)).filter(
    ({ status }) => status === 'rejected',
  );
  if (failures.length === 0) return 'ready';
  const missing = failures.every(
    ({ reason }: PromiseSettledResult<unknown> & { reason?: unknown }) => isMissing(reason),
  );
  return missing ? 'missing' : 'failed';
}

const isMissing = (error: unknown) => (error as { status?: number } | undefined)?.status === 404;

function statusOf(outcome: Outcome, isNotFound = false): number {
  if (outcome === 'failed') return 503;
  return outcome === 'missing' || isNotFound ? 404 : 200;
}
