import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { limits } from '#contract/vocabulary.ts';
import { startServer } from '../process/server.ts';
import { fullOrSample, isFullRun } from '../torture/attack.ts';
import { canaryHost, harmlessHost, payloads } from '../torture/xss.ts';
import {
  acceptedPayloads,
  hostileDraft,
  type Kind,
  type KindName,
  kindNames,
  kinds,
} from './hostile-drafts.ts';
import { admin, isolatedTest as base, expect, type Start } from './site.ts';

/** A site with an XSS payload in every text field, and a fixture that records whether a payload runs. */

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
) => Promise<{ status: number; body: any }>;

interface HostileSite {
  url: string;
  dataDir: string;
  /** Sends a request as the first admin. */
  send: Send;
  /**
   * For each entity, the ids of its entries: one for each of `acceptedPayloads`, in the same order. In a sample run
   * only the first four payloads become usernames, because hashing a password is slow on purpose.
   */
  made: Record<KindName, string[]>;
  /** The paths of the receipts of the ideas, in the order of `acceptedPayloads`. Each has messages and an answer. */
  receipts: string[];
  /** The id of a post whose article contains all payloads that a field accepts; in a full run, those of this part. */
  everything: string;
  /** The id of a post with payloads as descriptions and captions of pictures, and in footnotes. */
  illustrated: string;
}

/** Calls `work` for eight items at a time. The results are in the order of the items. */
export async function inBatches<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let at = 0; at < items.length; at += 8) {
    values.push(...(await Promise.all(items.slice(at, at + 8).map(work))));
  }
  return values;
}

async function fill(send: Send): Promise<Pick<HostileSite, 'made' | 'receipts'>> {
  const receipts: string[] = [];
  const made = Object.fromEntries(
    kindNames.map((name) => [name, []]),
  ) as unknown as HostileSite['made'];
  for (const name of kindNames) {
    const kind: Kind = kinds[name];
    const count =
      name === 'users' ? fullOrSample(acceptedPayloads.length, 4) : acceptedPayloads.length;
    made[name] = await inBatches(
      [...acceptedPayloads.entries()].slice(0, count),
      async ([at, payload]) => {
        const draft = hostileDraft(kind, payload);
        // A username must be one line, and every user needs a different e-mail address.
        if (name === 'users') {
          draft.username = String(draft.username).replace(/[\t\r\n]/g, ' ');
          draft.email = String(draft.email).replace('@', `@u${at}.`);
        }
        if (name === 'apps' || name === 'log') draft.podId = made.pods[at];
        const { status, body } = await send('POST', kind.path, draft);
        expect(status, `${name}: ${payload.text} ${JSON.stringify(body)}`).toBe(201);
        if (name === 'ideas') receipts[at] = body.receiptPath;
        return body.id;
      },
    );
  }
  for (const [name, status] of [
    ['ideas', 'approved'],
    ['applications', 'reviewed'],
  ] as const) {
    await inBatches(acceptedPayloads.entries().toArray(), async ([at, { text }]) => {
      const path = `/api/admin/${name}/${made[name][at]}/status`;
      const review = { status, notes: text, ...(name === 'ideas' && { answer: text }) };
      expect((await send('PATCH', path, review)).status).toBe(200);
    });
  }
  await inBatches(acceptedPayloads.entries().toArray(), async ([at, { text }]) => {
    const secret = receipts[at]?.split('/').at(-1);
    for (const conversation of [`receipts/${secret}`, `admin/ideas/${made.ideas[at]}`]) {
      expect((await send('POST', `/api/${conversation}/messages`, { text })).status).toBe(201);
    }
  });
  return { made, receipts };
}

async function writeEverything(send: Send): Promise<string> {
  const all = isFullRun ? acceptedPayloads : payloads.filter(({ isRefused }) => !isRefused);
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

/**
 * Creates a post with each payload as the description and the caption of a picture, once escaped and once not, and in a
 * footnote. Returns its id.
 */
async function illustrate(send: Send, picture: string): Promise<string> {
  const parts = acceptedPayloads.map(({ text }, at) => {
    const line = text.replace(/\s+/g, ' ');
    const escaped = line.replace(/[[\]\\"]/g, '\\$&');
    return [
      `![${escaped}](${picture} "${escaped}")`,
      `![${line}](${picture} "${line}")`,
      `Text[^${at}].`,
      `[^${at}]: ${line}`,
    ].join('\n\n');
  });
  const { status, body } = await send('POST', kinds.blogs.path, {
    ...kinds.blogs.draft,
    title: 'Illustrated',
    content: parts.join('\n\n').slice(0, limits.content),
    leadPicture: {
      path: picture,
      alt: acceptedPayloads.find(({ isMarkup }) => isMarkup)?.text.slice(0, 200),
    },
    imageUrl: null,
    publishedAt: '2019-01-02T00:00:00Z',
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

interface Fixtures {
  site: HostileSite;
  /**
   * Payloads that ran, dialogs, windows, requests to other hosts, and violations of the Content Security Policy. The
   * test fails if the list is not empty at its end.
   */
  noticed: string[];
}

/** Starts the site and fills it. */
const startHostileSite: Start<HostileSite> = async (ends) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fledge-hostile-'));
  ends.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startServer({
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'false',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: admin.password,
  });
  ends.defer(async () => {
    await server.end('SIGKILL');
    expect(server.output()).not.toMatch(/"level":[56]0/);
  });
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
  const uploaded = await fetch(`${server.url}/api/admin/pictures`, {
    method: 'POST',
    headers: { Authorization: headers.Authorization },
    body: dot,
  });
  const { path: picture } = (await uploaded.json()) as { path: string };
  const illustrated = await illustrate(send, picture);
  const filled = await fill(send);
  return { url: server.url, dataDir, send, ...filled, everything, illustrated };
};

export const test = base.extend<Fixtures>({
  site: [async ({ siteOf }, use) => use(await siteOf(startHostileSite)), { timeout: 20 * 60_000 }],
  baseURL: async ({ site }, use) => use(site.url),

  noticed: [
    async ({ page }, use) => {
      const noticed = await watch(page);
      await use(noticed);
      expect(noticed).toEqual([]);
    },
    { auto: true },
  ],
});

/** A GIF of one pixel. */
const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Returns a list to which everything is added that `noticed` names, in the context of this page. */
export async function watch(page: Page): Promise<string[]> {
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
