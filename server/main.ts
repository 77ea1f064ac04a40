import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { site as lab } from '#site.config.ts';
import { clientAddress } from './address.ts';
import { createApi, listRoutes } from './api/api.ts';
import { createArticles, renderOutdated } from './articles.ts';
import type { Cache } from './cache/cache.ts';
import { createPublicCache } from './cache/public.ts';
import { runWorkers } from './cluster.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { Unavailable } from './errors.ts';
import { prepareFirstStart } from './first-start.ts';
import { createListener, ListenError } from './listener.ts';
import { createLogOutput, standardOutput } from './log-output.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openScrapes } from './metrics/open.ts';
import { builtPages } from './pages/built.ts';
import type { Pages } from './pages/pages.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createEncoder } from './pictures/encode.ts';
import { startPublisher } from './publisher.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { createSite } from './site.ts';
import { limitInFlight, Slots } from './slots.ts';
import { openStore } from './store/open.ts';
import { readPictureFile } from './store/picture.ts';
import { writeMissingTexts } from './store/search-texts.ts';
import { StoreError } from './store/store.ts';
import { sweep } from './store/sweep.ts';
import { waitingAnswer } from './waiting.ts';
import { createAnnouncer, welcome } from './welcome.ts';

const isDevelopment = process.argv.includes('--dev');

/** Starts the server: config, listener, store, site. On SIGTERM or SIGINT, drains the listener and closes the store. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // The build has checked the site.config.ts of a built server.
  if (isDevelopment) (await import('./check-site.ts')).checkSite(lab);
  const output = createLogOutput(standardOutput());
  // Without a listener for 'error', writing to a closed standard error would end the process.
  process.stderr.on('error', () => {});
  if (config.webConcurrency > 1 && cluster.isPrimary && !isDevelopment) {
    runWorkers(config.webConcurrency, createAnnouncer(output));
    return;
  }
  const logger = createLogger(config.logLevel, output);
  const logRequest = createRequestLog(logger);
  const clock = () => new Date();
  // An unhandled rejection is a defect. It is logged, and must not end the process with all other requests.
  process.on('unhandledRejection', (error) =>
    logger.error({ err: error }, 'a promise was forgotten'),
  );
  const headers = securityHeaders(config.hsts);
  const listener = createListener();
  // Listens before the first admin is created. The password of the admin is shown only once, and would be lost if the
  // process then ended because the port is in use.
  await listener.listen(config.port, config.host);
  const metricsListener = config.metrics?.port === undefined ? undefined : createListener();
  await metricsListener?.listen(
    config.metrics?.port ?? 0,
    config.metrics?.host ?? '',
    'METRICS_PORT',
  );
  const listenUrl = urlOf(listener.server.address() as AddressInfo);
  const origin = config.siteUrl ?? listenUrl;
  const passwords = createPasswords();
  const { store, started } = await retryWhileAway(
    () => openPrepared(config, passwords, clock()),
    (error) => {
      process.stderr.write(`${error.message}\nThe server tries again until it answers.\n`);
      for (const each of [listener, metricsListener]) {
        each?.answerWith(waitingAnswer(lab.name, headers));
      }
    },
  );
  const articles = createArticles();
  // Not awaited: until an article has current HTML, it is rendered when it is read.
  const refreshArticles = () =>
    renderOutdated(store.db, articles).catch((error) =>
      logger.warn({ err: error }, 'a saved article could not be rendered again'),
    );
  refreshArticles();
  // Not awaited: until a row has its search text, a search does not find it.
  const writeTexts = () =>
    writeMissingTexts(store.db).catch((error) =>
      logger.warn({ err: error }, 'the search cannot be brought up to date'),
    );
  writeTexts();
  if (!store.hasSearchIndex) {
    logger.warn('PostgreSQL has no extension pg_trgm: searches read all texts');
  }

  const { db, write } = store;
  const outboxDeps = { db, write, clock, logger, site: { name: lab.name, origin } };
  // The code for mail, webhooks and OpenID Connect is loaded only if they are configured.
  const mailer =
    config.mail && (await import('./mail/open.ts')).openMailer(config.mail, outboxDeps);
  const webhooks =
    config.webhooks &&
    (await import('./webhooks/webhooks.ts')).startWebhooks(config.webhooks, outboxDeps);
  const publisher = startPublisher({ db, write, clock, articles, logger });

  const oidc = config.oidc && (await import('./oidc.ts')).createOidc(config.oidc, origin, logger);

  // At most 40 searches and 40 title searches run or wait. Further ones would wait too long, and are refused with 503.
  const searches = new Slots(40);
  const titleSearches = new Slots(40);
  const apiDeps = {
    db,
    write,
    longReads: store.longReads,
    search: limitInFlight(searches, store.search),
    findTitles: limitInFlight(titleSearches, store.findTitles),
    isTemporary: store.isTemporary,
    clock,
    passwords,
    articles,
    encodePicture: createEncoder(),
    rateLimits: config.rateLimits,
    inception: lab.inception,
    siteName: lab.name,
    mail: mailer,
    webhooks,
    oidc,
    logger,
  };
  const routes = listRoutes(apiDeps);
  const api = createApi(apiDeps, routes);
  const readPicture = (path: string) =>
    readPictureFile(db, path).catch((error) => {
      throw store.isTemporary(error) ? new Unavailable() : error;
    });
  const metrics = config.metrics && createMetrics(routes, cluster.worker?.id);
  const observeRequest: RequestLog = metrics
    ? (request) => {
        logRequest(request);
        metrics.observe(request);
      }
    : logRequest;
  const pagesDeps = { server: listener.server, api, origin, readPicture };
  let pages: Pages;
  let cache: Cache | undefined;
  if (isDevelopment) {
    pages = await (await import('./pages/development.ts')).developmentPages(pagesDeps);
  } else {
    const built = await builtPages(pagesDeps);
    cache = createPublicCache({
      routes,
      api,
      pages: built,
      store,
      logRequest: observeRequest,
      headers,
    });
    pages = { ...built, first: cache.serve };
  }
  const site = createSite({
    api,
    pages: pages.answer,
    store,
    logger,
    logRequest: observeRequest,
    headers,
  });
  const answer = getRequestListener(
    (request, { incoming }) => {
      const forwarded = request.headers.get('x-forwarded-for');
      const address = clientAddress(incoming.socket.remoteAddress, forwarded, config.trustProxy);
      return site(request, address);
    },
    // Replaces the missing Host header of an HTTP/1.0 request.
    { hostname: 'localhost' },
  );
  const { first } = pages;
  const answerSite: RequestListener = (incoming, outgoing) =>
    first(incoming, outgoing, () => answer(incoming, outgoing));
  const queues = {
    'pages with a query': () => cache?.queriesUnderway() ?? 0,
    searches: () => searches.taken,
    'similar titles': () => titleSearches.taken,
    passwords: passwords.underway,
  };
  const measured = { cache: cache?.counts, pools: store.pools, queues };
  listener.answerWith(
    config.metrics && metrics
      ? openScrapes(
          config.metrics,
          { metrics, measured, metricsListener, db, headers, logRequest: observeRequest, logger },
          answerSite,
        )
      : answerSite,
  );
  const sweepTimer = setInterval(() => {
    sweep(store.db, clock(), lab.keepMonths, (error) =>
      logger.warn({ err: error }, 'what has expired could not be deleted'),
    );
    refreshArticles();
    writeTexts();
  }, 10 * 60_000);
  const startReport = { address: origin, ...started };
  if (cluster.isWorker) process.send?.(startReport);
  else output.write(welcome(startReport));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    clearInterval(sweepTimer);
    await pages.close?.();
    await Promise.all([
      listener.drain(8000),
      metricsListener?.drain(1000),
      mailer?.stop(),
      webhooks?.stop(),
      publisher.stop(),
    ]);
    await articles.close();
    await store.close();
    await output.drain(1000);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Opens the store and runs the steps of a first start. */
async function openPrepared(config: Config, passwords: Passwords, now: Date) {
  const store = await openStore(config);
  try {
    // `isTTY` is correct in a worker of a cluster, too: the worker shares standard output with the primary process.
    const settings = { ...config, isTerminal: process.stdout.isTTY };
    return { store, started: await prepareFirstStart(store.db, settings, passwords, now) };
  } catch (error) {
    await store.close();
    if (!store.isTemporary(error)) throw error;
    throw new StoreError('The database became unavailable during the start.', {
      isTemporary: true,
    });
  }
}

/** Calls `open` until the database answers. Calls `onAway` once, after the first failure. Throws all other errors. */
async function retryWhileAway<Value>(
  open: () => Promise<Value>,
  onAway: (error: StoreError) => void,
): Promise<Value> {
  for (let hasCalledOnAway = false; ; hasCalledOnAway = true) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreError && error.isTemporary)) throw error;
      if (!hasCalledOnAway) onAway(error);
      await setTimeout(500);
    }
  }
}

/** The exit status for a wrong setting: EX_CONFIG of sysexits.h. deploy/fledge.service does not restart after it. */
const badConfiguration = 78;

const urlOf = ({ address, port }: AddressInfo) =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

main().catch((error) => {
  const expected = [ConfigError, StoreError, ListenError].some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? error.message : error?.stack}\n`);
  process.exit(error instanceof ConfigError ? badConfiguration : 1);
});
