import { parentPort } from 'node:worker_threads';
import { renderMarkdown } from './markdown.ts';

/** The thread that renders articles: see articles.ts. */

export interface RenderJob {
  source: string;
  isColoured: boolean;
  /** Blocks tell the line of the source that they begin in. */
  withLines: boolean;
}

/** Characters of HTML. Repeated reference links make a hundred megabytes out of a short source. */
const longestHtml = 2_000_000;

parentPort?.on('message', ({ source, ...options }: RenderJob) => {
  const html = renderMarkdown(source, options);
  parentPort?.postMessage(html.length <= longestHtml ? html : undefined);
});
parentPort?.postMessage('ready');
