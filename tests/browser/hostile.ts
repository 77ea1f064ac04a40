import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startServer } from '../process/server.ts';
import { isFull } from '../torture/rows.ts';
import { canaryHost, harmlessHost, payloads } from '../torture/xss.ts';
import {
  hostileDraft,
  type Kind,
  type KindName,
  kindNames,
  kinds,
  taken,
} from './hostile-drafts.ts';
import { admin, isolatedTest as base, expect, ready } from './site.ts';

/** A site with an attack in every text field, and a page that records whether any of it runs. */

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
) => Promise<{ status: number; body: any }>;

interface Place {
  url: string;
  dataDir: string;
  /** Sends a request as the first admin. */
  send: Send;
  /** The ids of the entries with each payload, by entity, in the order of `taken`. */
  made: Record<KindName, string[]>;
  /** The addresses of the receipts of the ideas, in the order of `taken`. Each has a conversation and an answer. */
  receipts: string[];
  /** The id of a post whose article contains every payload, also in a sample. */
  everything: string;
}

/** Runs the jobs a few at a time; the results are in order. */
export async function inTurns<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += 8) {
    values.push(...(await Promise.all(items.slice(at, at + 8).map(work))));
  }
  return values;
}

async function fill(send: Send): Promise<Pick<Place, 'made' | 'receipts'>> {
  const receipts: string[] = [];
  const made = Object.fromEntries(kindNames.map((name) => [name, []])) as unknown as Place['made'];
  for (const name of kindNames) {
    const kind: Kind = kinds[name];
    made[name] = await inTurns(taken.entries().toArray(), async ([at, payload]) => {
      const draft = hostileDraft(kind, payload);
      // Names have one line.
      if (name === 'users') draft.username = String(draft.username).replace(/[\t\r\n]/g, ' ');
      if (name === 'apps' || name === 'log') draft.podId = made.pods[at];
      const { status, body } = await send('POST', kind.path, draft);
      expect(status, `${name}: ${payload.text} ${JSON.stringify(body)}`).toBe(201);
      if (name === 'ideas') receipts[at] = body.receiptPath;
      return body.id;
    });
  }
  for (const [name, status] of [
    ['ideas', 'approved'],
    ['applications', 'reviewed'],
  ] as const) {
    await inTurns(taken.entries().toArray(), async ([at, { text }]) => {
      const path = `/api/admin/${name}/${made[name][at]}/status`;
      const review = { status, notes: text, ...(name === 'ideas' && { answer: text }) };
      expect((await send('PATCH', path, review)).status).toBe(200);
    });
  }
  await inTurns(taken.entries().toArray(), async ([at, { text }]) => {
    const secret = receipts[at]?.split('/').at(-1);
    for (const conversation of [`receipts/${secret}`, `admin/ideas/${made.ideas[at]}`]) {
      expect((await send('POST', `/api/${conversation}/messages`, { text })).status).toBe(201);
    }
  });
  return { made, receipts };
}

async function writeEverything(send: Send): Promise<string> {
  const all = isFull ? taken : payloads.filter(({ isRefused }) => !isRefused);
  const { status, body } = await send('POST', kinds.blogs.path, {
    ...kinds.blogs.draft,
    title: 'Everything at once',
    content: all.map(({ text }) => text).join('\n\n'),
    imageUrl: null,
    publishedAt: '2019-01-01T00:00:00Z',
  });
  expect(status).toBe(201);
  return body.id;
}

interface Fixtures {
  /** Scripts that ran, windows that opened, requests, and violations of the policy. The test fails unless it is empty at the end. */
  noticed: string[];
}

export const test = base.extend<Fixtures, { place: Place }>({
  place: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-hostile-'));
      const server = await startServer({
        DATA_DIR: dataDir,
        DEMO_CONTENT: 'false',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        ADMIN_PASSWORD: admin.password,
      });
      try {
        const headers: Record<string, string> = { 'Content-Type': 'application/json' };
        const send: Send = async (method, address, body) => {
          const response = await fetch(server.url + address, {
            method,
            headers,
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          const text = await response.text();
          return { status: response.status, body: text ? JSON.parse(text) : undefined };
        };
        const signedIn = await send('POST', '/api/admin/login', admin);
        headers.Authorization = `Bearer ${signedIn.body.token}`;
        const everything = await writeEverything(send);
        await use({ url: server.url, dataDir, send, ...(await fill(send)), everything });
        expect(server.output()).not.toMatch(/"level":[56]0/);
      } finally {
        await server.end('SIGKILL');
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 20 * 60_000 },
  ],

  server: [async ({ place }, use) => use(place.url), { scope: 'worker' }],

  noticed: [
    async ({ page }, use) => {
      const noticed = await watch(page);
      await use(noticed);
      expect(noticed).toEqual([]);
    },
    { auto: true },
  ],
});

/** A picture of one pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function watch(page: Page): Promise<string[]> {
  const noticed: string[] = [];
  const context = page.context();
  await context.exposeFunction('hit', (id: number) => noticed.push(`payload ${id} ran`));
  await context.exposeFunction('violated', (what: string) => noticed.push(`policy: ${what}`));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violated } = window as unknown as { violated(what: string): void };
      violated(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} on ${location.href}`,
      );
    }),
  );
  const follow = (opened: Page) =>
    opened.on('dialog', async (dialog) => {
      noticed.push(`${dialog.type()} ${dialog.message()}`);
      await dialog.dismiss();
    });
  follow(page);
  context.on('page', (opened) => {
    noticed.push(`a window: ${opened.url()}`);
    follow(opened);
  });
  await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/i, async (route) => {
    const { hostname } = new URL(route.request().url());
    if (hostname.endsWith(harmlessHost)) {
      await route.fulfill({ contentType: 'image/gif', body: dot });
      return;
    }
    const what = hostname === canaryHost ? 'the canary' : 'a stranger';
    noticed.push(`${what} was asked: ${route.request().url()}`);
    await route.abort();
  });
  return noticed;
}

/** Finds elements and attributes that our pages never have, and texts that are missing from the page. */
export async function look(page: Page, texts: string[] = [], within = 'html') {
  return page.evaluate(
    ([wanted, where]) => {
      const root = document.querySelector(where) ?? document;
      const problems: string[] = [];
      const tell = (what: string, element: Element) =>
        problems.push(`${what}: ${element.outerHTML.slice(0, 150)}`);
      const links = ['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster', 'ping'];
      const schemes = ['http:', 'https:', 'mailto:'];
      for (const element of root.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          if (/^on/i.test(name)) tell('a handler', element);
          if (/^(srcdoc|background|ping|ng-|v-|x-)/i.test(name)) tell('an attribute', element);
          if (links.includes(name)) {
            const url = URL.parse(value, document.baseURI);
            if (!url || !schemes.includes(url.protocol)) tell('a link', element);
          }
          if (name === 'style' && /url\(|image-set|expression/i.test(value))
            tell('a style', element);
          if (name === 'srcset') tell('a picture', element);
        }
      }
      const strange =
        'iframe, frame, frameset, object, embed, applet, base, marquee, portal, math, animate, set, ' +
        'foreignObject, handler, audio, video, noscript, xmp, meta[http-equiv], body style, x-own, ' +
        'map, image, discard, use';
      for (const element of root.querySelectorAll(strange)) tell('an element', element);
      const own = document.head?.querySelector('script');
      for (const script of document.scripts) {
        const isOurs = script.src
          ? new URL(script.src).origin === location.origin
          : script === own || /^application\/(ld\+)?json$/.test(script.type);
        if (!isOurs) tell('a script', script);
      }
      for (const link of document.querySelectorAll('link')) {
        if (new URL(link.href).origin !== location.origin) tell('a link to elsewhere', link);
      }
      for (const form of document.forms) {
        const target = new URL(form.getAttribute('action') ?? '', location.href);
        if (target.origin !== location.origin) tell('a form for elsewhere', form);
      }
      for (const name of ['state', 'scripts', 'modules']) {
        const found = document.querySelectorAll(`[id="${name}"], [name="${name}"]`);
        for (const element of [...found].slice(1)) tell('a second one', element);
      }
      const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
      const shown = plain(document.body?.textContent ?? '');
      return { problems, missing: wanted.filter((text) => !shown.includes(plain(text))) };
    },
    [texts, within] as const,
  );
}

/** Asserts that the page has no element of an attack, and shows these texts. */
export async function expectClean(page: Page, texts: string[] = [], within = 'html') {
  let seen = await look(page, texts, within);
  const missing = async () => {
    if (seen.missing.length > 0) seen = await look(page, texts, within);
    return seen.missing;
  };
  await expect.poll(missing).toEqual([]);
  expect(seen.problems, page.url()).toEqual([]);
}

export async function visit(page: Page, address: string, texts: string[] = []) {
  const response = await page.goto(address);
  await ready(page);
  await expectClean(page, texts);
  return response;
}
