import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { site as lab } from '#site.config.ts';
import { clientAddress } from './address.ts';
import { createApi, listRoutes } from './api/api.ts';
import { keepPublic } from './cache/public.ts';
import { runWorkers } from './cluster.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { prepareFirstStart } from './first-start.ts';
import { createListener, ListenError } from './listener.ts';
import { createLogger } from './logger.ts';
import { builtPages } from './pages/built.ts';
import type { Pages } from './pages/pages.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { gathering } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { createSite } from './site.ts';
import { openStore } from './store/open.ts';
import { StoreError } from './store/store.ts';
import { sweep } from './store/upkeep.ts';
import { waitingAnswer } from './waiting.ts';

const isDevelopment = process.argv.includes('--dev');

/** Config, store, listen, site; then drain and close. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  if (config.webConcurrency > 1 && cluster.isPrimary && !isDevelopment) {
    runWorkers(config.webConcurrency, onceForAll());
    return;
  }
  const logger = createLogger(config.logLevel);
  const clock = () => new Date();
  // One request's forgotten promise is a defect to read about, not a reason to drop everybody else's.
  process.on('unhandledRejection', (error) =>
    logger.error({ err: error }, 'a promise was forgotten'),
  );
  const headers = securityHeaders(config.siteUrl?.startsWith('https:') ?? false);
  const listener = createListener();
  // Before the first admin is made: its password is printed once, and must not be lost to a taken port.
  await listener.listen(config.port, config.host);
  const here = urlOf(listener.server.address() as AddressInfo);
  const origin = config.siteUrl ?? here;
  const passwords = createPasswords();
  const { store, started } = await onceThere(
    () => openPrepared(config, passwords, clock()),
    (error) => {
      process.stderr.write(`${error.message}\nIt is asked again until it answers.\n`);
      listener.answerWith(waitingAnswer(lab.name, headers));
    },
  );

  const apiDeps = {
    db: store.db,
    write: store.write,
    isAway: store.isAway,
    clock,
    passwords,
    rateLimits: config.rateLimits,
    inception: lab.inception,
    siteName: lab.name,
    logger,
  };
  const routes = listRoutes(apiDeps);
  const api = createApi(apiDeps, routes);
  const pagesDeps = { server: listener.server, api, origin };
  let pages: Pages;
  if (isDevelopment) {
    pages = await (await import('./pages/development.ts')).developmentPages(pagesDeps);
  } else {
    const built = await builtPages(pagesDeps);
    const kept = keepPublic({ routes, api, pages: built, store, logger, headers });
    pages = { ...built, first: kept.serve };
  }
  const site = createSite({ api, pages: pages.answer, store, logger, headers });
  const answer = getRequestListener((request, { incoming }) => {
    const forwarded = request.headers.get('x-forwarded-for');
    return site(
      request,
      clientAddress(incoming.socket.remoteAddress, forwarded, config.trustProxy),
    );
  });
  const { first } = pages;
  listener.answerWith((incoming, outgoing) =>
    first(incoming, outgoing, () => answer(incoming, outgoing)),
  );
  const upkeep = setInterval(() => sweep(store.db, clock()).catch(() => {}), 10 * 60_000);
  const news = { address: origin, ...started };
  if (cluster.isWorker) process.send?.(news);
  else process.stdout.write(welcome(news));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    clearInterval(upkeep);
    await pages.close?.();
    await listener.drain(8000);
    await store.close();
    // The last requests are still to be told of.
    await setTimeout(2 * gathering);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** The store, open, and with its first content and admin where it was new. */
async function openPrepared(config: Config, passwords: Passwords, now: Date) {
  const store = await openStore(config);
  try {
    return { store, started: await prepareFirstStart(store.db, config, passwords, now) };
  } catch (error) {
    await store.close();
    if (!store.isAway(error)) throw error;
    throw new StoreError('The database went away during the start.', { isAway: true });
  }
}

/** Tries until the database is there; `onAway` hears of the first time that it is not. */
async function onceThere<Value>(
  open: () => Promise<Value>,
  onAway: (error: StoreError) => void,
): Promise<Value> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreError && error.isAway)) throw error;
      if (!isTold) onAway(error);
      await setTimeout(500);
    }
  }
}

const urlOf = ({ address, port }: AddressInfo) =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

type News = { address: string } & Awaited<ReturnType<typeof prepareFirstStart>>;

/** For the person at the terminal, and only there: the password never enters the log. */
function welcome({ address, filled, madeAdmin }: News, isSaid = false): string {
  const lines = isSaid ? [] : [`${lab.name} is at ${address}`];
  if (filled) lines.push('The empty database was filled with demo content.');
  if (madeAdmin) {
    const { username, generated } = madeAdmin;
    lines.push(`The first admin is "${username}"; sign in at /admin/login.`);
    if (generated) lines.push(`Its password, shown only now: ${generated}`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Of several workers the first says where; whoever filled the database or made the admin says that. */
function onceForAll(): (news: unknown) => void {
  let isSaid = false;
  return (news) => {
    process.stdout.write(welcome(news as News, isSaid));
    isSaid = true;
  };
}

main().catch((error) => {
  const expected = [ConfigError, StoreError, ListenError].some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? error.message : error?.stack}\n`);
  process.exit(1);
});
