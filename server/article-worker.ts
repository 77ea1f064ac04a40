import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from './markdown.ts';

/** Runs in the worker thread that renders articles. articles.ts starts it and sends it the jobs. */

export interface RenderJob {
  source: string;
  /** Highlights code. */
  isColoured: boolean;
  /** Adds to each block a `data-line` attribute: the source line at which it begins. */
  withLines: boolean;
}

/**
 * Maximum number of characters of HTML. For longer HTML the thread sends `undefined`. Repeated reference links can
 * turn a short source into a hundred megabytes.
 */
const longestHtml = 2_000_000;

parentPort?.on('message', ({ source, ...options }: RenderJob) => {
  const html = renderMarkdown(source, options);
  parentPort?.postMessage(html.length <= longestHtml ? html : undefined);
});
parentPort?.postMessage('ready');
