import { prerender } from 'react-dom/static';
import { type Read, statusOf } from './api/client.ts';
import { Reads } from './api/reads.ts';
import { shownIn } from './api/sources.ts';
import { Document, type PageState } from './document.tsx';
import { inHead } from './in-head.ts';
import type { Outcome } from './page-frame.tsx';
import { anywhere, matchRoute } from './routes.tsx';

interface PageRequest {
  path: string;
  search: string;
  origin: string;
  /** Reads the API in process. What it throws carries the status. */
  read: Read;
  scripts: string[];
  styles: string[];
  /** The site's style sheet, which stands in every page. */
  sheet: string;
  /** The chunks and style sheets that a page's file needs. */
  chunksOf(module: string): { scripts: string[]; styles: string[] };
}

export { inHead };

export interface Description {
  path: string;
  search: string;
  /** What it reads of the API. */
  reads: string[];
  status: number;
}

/**
 * How a page may be kept: under one address for all that look the same. Undefined where it may not: the
 * staff area, and addresses that are spelled in an odd way.
 */
export function describe(path: string, search: string): Description | undefined {
  const { route, params } = matchRoute(path);
  if (route.isBare) return undefined;
  if (route.isNotFound) return { path: anywhere, search: '', reads: [], status: 404 };
  if (params.id && !path.endsWith(`/${encodeURIComponent(params.id)}`)) return undefined;
  const given = new URLSearchParams(search);
  const valueIn = (name: string) =>
    name === 'shown' ? String(shownIn(given) || '') : (given.get(name) ?? '');
  const shown = new URLSearchParams(
    route.query.flatMap((name) => (valueIn(name) ? [[name, valueIn(name)]] : [])),
  );
  return {
    path,
    search: shown.size > 0 ? `?${shown}` : '',
    reads: route.reads(params, shown).map((source) => source.path),
    status: 200,
  };
}

/** One page as complete HTML, with the data it was made from. */
export async function render(request: PageRequest) {
  const { path, search, origin, read, scripts, styles, sheet, chunksOf } = request;
  const { route, params } = matchRoute(path);
  const reads = new Reads(read);
  await route.load();
  const sources = route.reads(params, new URLSearchParams(search));
  const outcome = await outcomeOf(sources.map((source) => reads.get(source.path)));
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
  const html = await new Response(prelude).text();
  return {
    status: statusFor(outcome, route.isNotFound),
    html: html
      .replace('<script>', () => `<script>${inHead}`)
      .replace('<style>', () => `<style>${sheet}`),
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
