import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import type { MetricsConfig } from '../config.ts';
import type { Listener } from '../listener.ts';
import { joinExchange } from './exchange.ts';
import type { Measured, Metrics } from './metrics.ts';
import { createScrape, isMetricsPath, type ScrapeDeps } from './scrape.ts';

interface OpenDeps extends Omit<ScrapeDeps, 'gather'> {
  metrics: Metrics;
  measured: Measured;
  /** The listener on METRICS_PORT; undefined if METRICS_PORT is not set. */
  metricsListener: Listener | undefined;
}

/**
 * Answers scrapes on METRICS_PORT. Returns the request handler of the site, which passes requests to `next`. If
 * METRICS_TOKEN is set, the handler answers `/metrics` itself.
 */
export function openScrapes(
  { token }: MetricsConfig,
  { metrics, measured, metricsListener, ...deps }: OpenDeps,
  next: RequestListener,
): RequestListener {
  const read = () => metrics.read(measured);
  const gather = cluster.isWorker ? joinExchange(read) : async () => read();
  metricsListener?.answerWith(createScrape({ ...deps, gather }, undefined));
  if (token === undefined) return next;
  const scrape = createScrape({ ...deps, gather }, token);
  return (incoming, outgoing) =>
    isMetricsPath(incoming.url ?? '') ? scrape(incoming, outgoing) : next(incoming, outgoing);
}
