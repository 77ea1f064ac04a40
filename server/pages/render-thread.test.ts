import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ideaStatuses } from '#contract/vocabulary.ts';
import { root } from '../root.ts';
import { startRenderThread } from './render-thread.ts';

/** The tests need the bundle of `npm run build`. */
assert.ok(existsSync(path.join(root, 'dist/web/render.js')), 'npm run build first');

const origin = 'https://lab.example';
const ideas = (title: string) => ({
  total: 1,
  counts: Object.fromEntries(ideaStatuses.map((status) => [status, 0])),
  isAtLeast: false,
  hasMore: false,
  items: [
    {
      id: '1',
      title,
      submitterName: 'Ana',
      problemStatement: 'Problem',
      proposedSolution: 'Solution',
      requiredExpertise: [],
      status: 'pending',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  ],
});
const textOf = (html: Uint8Array) => new TextDecoder().decode(html);

test('several pages are rendered concurrently, each with its own response of the API', async () => {
  const thread = startRenderThread({
    origin,
    api: {
      async request(address) {
        const search = new URL(address, origin).searchParams.get('q') ?? 'nothing';
        return Response.json(ideas(`Found for ${search}`));
      },
    },
  });
  const words = ['heron', 'egret', 'stork'];
  const pages = await Promise.all(words.map((word) => thread.render('/ideas', `?q=${word}`)));
  for (const [index, { status, body }] of pages.entries()) {
    assert.equal(status, 200);
    assert.ok(textOf(body).includes(`Found for ${words[index]}<`));
  }
  await thread.close();
});

test('a page whose API request fails has its error state and status 503', async () => {
  const answers = [
    async () => new Response('away', { status: 503 }),
    async () => {
      throw new Error('broken');
    },
  ];
  for (const request of answers) {
    const thread = startRenderThread({ origin, api: { request } });
    const { status, body } = await thread.render('/ideas', '');
    assert.equal(status, 503);
    assert.ok(textOf(body).includes('Failed to load ideas'));
    await thread.close();
  }
});

test('when the thread ends, its pages fail, and the next page starts another thread', async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  let isSlow = true;
  const request = async () => {
    onAsked();
    if (isSlow) await new Promise(() => {});
    return Response.json(ideas('At last'));
  };
  const thread = startRenderThread({ origin, api: { request } });
  const page = thread.render('/ideas', '');
  const failure = assert.rejects(page, /thread that renders pages has ended/);
  await asked;
  await thread.close();
  await failure;
  isSlow = false;
  assert.ok(textOf((await thread.render('/ideas', '')).body).includes('At last<'));
  await thread.close();
});
