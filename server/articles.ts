import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RenderJob } from './article-worker.ts';
import { Unavailable } from './errors.ts';
import { root } from './root.ts';
import { findOutdatedArticles, saveArticleHtml } from './store/article-html.ts';
import type { Db } from './store/store.ts';

/** Renders the Markdown of articles to HTML on a worker thread. */
export interface Articles {
  /**
   * Resolves with plain text in a `<pre>` if rendering takes too long, its thread fails, or the HTML is too long. With
   * `orFail` rejects with a 503 instead. Always rejects with a 503 if the queue is full or no thread can start.
   * `withLines` adds to each block a `data-line` attribute: the source line at which it begins.
   */
  render(source: string, options?: { orFail?: boolean; withLines?: boolean }): Promise<string>;
  close(): Promise<void>;
}

export interface ArticleLimits {
  /** Milliseconds for an article with highlighted code. After that the article is rendered without highlighting. */
  colouredTime: number;
  /** Milliseconds for an article without highlighting. After that the article becomes plain text. */
  plainTime: number;
  /** Maximum number of articles that wait or are being rendered. The next one is refused with 503. */
  queueLength: number;
}

const usualLimits: ArticleLimits = { colouredTime: 2000, plainTime: 5000, queueLength: 20 };

/** Milliseconds without work after which the thread is terminated, so that its memory is freed. */
const idleTime = 30_000;

const workerFile = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'article-worker.ts')
  : path.join(root, 'dist/server/article-worker.js');

/**
 * Renders one article at a time in a worker thread, each with a time limit. Some inputs keep the Markdown parser or the
 * highlighter busy for seconds, so the thread is terminated when an article exceeds its limit.
 */
export function createArticles(limits: ArticleLimits = usualLimits): Articles {
  let worker: Promise<Worker> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  async function endWorker(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await (await ending?.catch(() => undefined))?.terminate();
  }

  /** Throws a 503 when the thread cannot start, so that the article does not become plain text. */
  async function getWorker(): Promise<Worker> {
    if (isClosed) throw new Unavailable();
    worker ??= startWorker();
    try {
      return await worker;
    } catch {
      worker = undefined;
      throw new Unavailable();
    }
  }

  /** Returns undefined when the time is over, the thread failed, or the HTML is too long. */
  async function renderWithin(milliseconds: number, job: RenderJob): Promise<string | undefined> {
    const thread = await getWorker();
    const settled = new AbortController();
    try {
      thread.ref();
      const { signal } = settled;
      const rendered = once(thread, 'message', { signal });
      const ended = once(thread, 'exit', { signal }).then(() => undefined);
      const timeUp = wait(milliseconds, undefined, { signal, ref: false });
      thread.postMessage(job);
      const message = await Promise.race([rendered, ended, timeUp]);
      if (!message) throw new Error('The article took too long, or the thread ended.');
      thread.unref();
      return message[0];
    } catch {
      await endWorker();
      return undefined;
    } finally {
      settled.abort();
    }
  }

  function plainText(source: string, orFail: boolean): string {
    if (isClosed || orFail) throw new Unavailable();
    return `<pre dir="auto">${escapeHtml(source)}</pre>`;
  }

  async function renderNext(
    source: string,
    { orFail = false, withLines = false }: Parameters<Articles['render']>[1] = {},
  ): Promise<string> {
    clearTimeout(idleTimer);
    const job = { source, withLines };
    const html =
      (await renderWithin(limits.colouredTime, { ...job, isColoured: true })) ??
      (await renderWithin(limits.plainTime, { ...job, isColoured: false })) ??
      plainText(source, orFail);
    idleTimer = setTimeout(endWorker, idleTime).unref();
    return html;
  }

  return {
    render(source, options) {
      if (waiting >= limits.queueLength) throw new Unavailable();
      waiting += 1;
      const turn = queue.then(() => renderNext(source, options));
      queue = turn
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
      return turn;
    },
    async close() {
      isClosed = true;
      clearTimeout(idleTimer);
      await endWorker();
    },
  };
}

/**
 * Renders and saves every post whose saved HTML is missing or outdated: after the first start, a restore, an upgrade,
 * or a write by an older release. A post that fails is rendered at each read, until a later call succeeds.
 */
export async function renderOutdated(db: Db, articles: Pick<Articles, 'render'>): Promise<void> {
  let failure: unknown;
  let lastId = '';
  for (;;) {
    const posts = await findOutdatedArticles(db, lastId);
    if (posts.length === 0) break;
    for (const post of posts) {
      lastId = post.id;
      try {
        await saveArticleHtml(db, post, await articles.render(post.content, { orFail: true }));
      } catch (error) {
        failure = error;
      }
    }
  }
  if (failure) throw failure;
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Resolves once the thread has loaded its code, so that loading does not count towards a time limit. */
async function startWorker(): Promise<Worker> {
  const thread = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  await once(thread, 'message');
  // An 'error' event without a listener would end the process. `renderWithin` handles the failure.
  thread.on('error', () => {});
  return thread;
}
