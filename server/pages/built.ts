import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readCardPath } from '#contract/card.ts';
import { isPrivatePage } from '#contract/pages.ts';
import { readPicturePath } from '#contract/picture-path.ts';
import { root } from '../root.ts';
import { createCards } from './cards.ts';
import { createFeeds } from './feeds.ts';
import { readFiles } from './files.ts';
import { pagePolicy } from './headers.ts';
import { type BuiltPages, type PagesDeps, readerOf, redirectTrailingSlash } from './pages.ts';
import { createPictures } from './pictures.ts';
import { startRenderThread } from './render-thread.ts';

const dist = path.join(root, 'dist');

/** Creates the pages from the bundle of `npm run build`. */
export async function builtPages({ api, origin, readPicture }: PagesDeps): Promise<BuiltPages> {
  const thread = startRenderThread({ api, origin });
  const { describe }: Pick<BuiltPages, 'describe'> = await import(
    pathToFileURL(`${dist}/web/describe.js`).href
  );
  const policy = pagePolicy(await readFile(`${dist}/head/script.js`, 'utf8'));

  async function render(path: string, search: string): Promise<Response> {
    const { status, body } = await thread.render(path, search);
    return new Response(body, {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': policy,
        ...(isPrivatePage(path) && secretPageHeaders),
        ...(status === 503 && { 'Retry-After': '2' }),
      },
    });
  }

  const read = readerOf(api);
  const feeds = createFeeds(read, origin);
  const answerCard = createCards(read, thread.draw);
  const answerPicture = createPictures(readPicture);

  return {
    files: await readFiles(`${dist}/client`),
    feeds,
    describe,
    render,
    answerCard,
    answerPicture,
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed();
      const url = new URL(request.url);
      const card = readCardPath(url.pathname);
      if (card) return answerCard(card);
      if (readPicturePath(url.pathname)) return answerPicture(url.pathname);
      const feedOrRedirect = (await feeds.get(url.pathname)?.()) ?? redirectTrailingSlash(url);
      return feedOrRedirect ?? render(url.pathname, url.search);
    },
  };
}

/** Headers of pages with a secret in their URL. They keep the URL out of Referer headers, search engines and caches. */
const secretPageHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

const notAllowed = () =>
  new Response('This address takes GET and HEAD.', {
    status: 405,
    headers: { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' },
  });
