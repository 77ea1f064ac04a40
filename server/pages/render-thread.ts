import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Card } from '#contract/card.ts';
import { root } from '../root.ts';
import type { PagesDeps } from './pages.ts';
import type { FromWorker, ToWorker } from './render-worker.ts';

export interface RenderedPage {
  status: number;
  body: Uint8Array<ArrayBuffer>;
}

export interface RenderThread {
  render(path: string, search: string): Promise<RenderedPage>;
  /** Draws a card for link previews as a PNG. */
  draw(card: Card): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the thread. The next page or card starts a new thread. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(page: RenderedPage): void;
  reject(error: Error): void;
}

const workerFile = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'render-worker.ts')
  : path.join(root, 'dist/server/render-worker.js');

/**
 * Renders pages and draws cards in a worker thread. React needs some 50 milliseconds for a long list, and cached
 * responses must not wait for that. The worker thread asks the main thread for responses of the API. When the worker
 * thread ends, its unfinished pages and cards fail, and the next page or card starts a new thread.
 */
export function startRenderThread({
  api,
  origin,
}: Pick<PagesDeps, 'api' | 'origin'>): RenderThread {
  let worker: Worker | undefined;
  let pages = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
    const post = (message: ToWorker) => started.postMessage(message);
    started.on('message', async (message: FromWorker) => {
      if ('read' in message) {
        post({ read: message.read, ...(await readText(message.path)) });
        return;
      }
      const page = waiting.get(message.page);
      waiting.delete(message.page);
      // An idle thread must not keep the process alive.
      if (waiting.size === 0) started.unref();
      if ('failure' in message) page?.reject(new Error(message.failure));
      else page?.resolve(message as RenderedPage);
    });
    let reason: Error | undefined;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      worker = undefined;
      const failure = new Error('The thread that renders pages has ended.', { cause: reason });
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    });
    started.unref();
    return started;
  }

  async function readText(apiPath: string): Promise<{ status: number; text: string }> {
    try {
      const response = await api.request(apiPath);
      return { status: response.status, text: await response.text() };
    } catch (error) {
      return { status: 500, text: String(error) };
    }
  }

  function postJob(toMessage: (page: number) => ToWorker): Promise<RenderedPage> {
    worker ??= start();
    worker.ref();
    pages += 1;
    const page = pages;
    worker.postMessage(toMessage(page));
    return new Promise((resolve, reject) => waiting.set(page, { resolve, reject }));
  }

  worker = start();
  return {
    render: (path, search) => postJob((page) => ({ page, path, search, origin })),
    draw: async (card) => (await postJob((page) => ({ page, card }))).body,
    async close() {
      await worker?.terminate();
    },
  };
}
