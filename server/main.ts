import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import { site as lab } from '#site.config.ts';
import { clientAddress } from './address.ts';
import { createApi } from './api/api.ts';
import { ConfigError, readConfig } from './config.ts';
import { prepareFirstStart } from './first-start.ts';
import { builtPages } from './pages/built.ts';
import { createPasswords } from './passwords.ts';
import { createSite } from './site.ts';
import { openStore } from './store/open.ts';
import { StoreError } from './store/store.ts';
import { sweep } from './store/upkeep.ts';

/** Config, store, site, listen; then drain and close. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, base: null });
  const clock = () => new Date();
  const store = await openStore(config);
  const passwords = createPasswords();
  const first = await prepareFirstStart(store.db, config, passwords, clock());

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 });
  const api = createApi({
    db: store.db,
    isAway: store.isAway,
    clock,
    passwords,
    rateLimits: config.rateLimits,
    inception: lab.inception,
    siteName: lab.name,
    logger,
  });
  const origin = () => config.siteUrl ?? urlOf(server.address() as AddressInfo);
  const loadPages = process.argv.includes('--dev')
    ? (await import('./pages/development.ts')).developmentPages
    : builtPages;
  const pages = await loadPages({ server, api, origin });
  const site = createSite({
    api,
    pages: pages.answer,
    store,
    logger,
    https: config.siteUrl?.startsWith('https:') ?? false,
  });
  const answer = getRequestListener((request, { incoming }) => {
    const forwarded = request.headers.get('x-forwarded-for');
    return site(
      request,
      clientAddress(incoming.socket.remoteAddress, forwarded, config.trustProxy),
    );
  });
  server.on('request', (incoming, outgoing) =>
    pages.first
      ? pages.first(incoming, outgoing, () => answer(incoming, outgoing))
      : answer(incoming, outgoing),
  );

  const upkeep = setInterval(() => sweep(store.db, clock()).catch(() => {}), 10 * 60_000);
  await listen(server, config.port, config.host);
  welcome(origin(), first);

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    clearInterval(upkeep);
    await drain(server);
    await store.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

const urlOf = ({ address, port }: AddressInfo) =>
  `http://${address.includes(':') ? `[${address}]` : address}:${port}`;

/** New connections are refused, requests under way finish; what is not done in 10 s is cut. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      server.closeAllConnections();
      resolve();
    }, 9_000).unref();
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

type First = Awaited<ReturnType<typeof prepareFirstStart>>;

/** For the person at the terminal, and only there: the password never enters the log. */
function welcome(address: string, first: First): void {
  const lines = [`${lab.name} is at ${address}`];
  if (first.filled) lines.push('The empty database was filled with demo content.');
  if (first.madeAdmin) {
    const { username, generated } = first.madeAdmin;
    lines.push(`The first admin is "${username}"; sign in at /admin/login.`);
    if (generated) lines.push(`Its password, shown only now: ${generated}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error) => {
  const expected = error instanceof ConfigError || error instanceof StoreError;
  const inUse =
    error?.code === 'EADDRINUSE' && `Port ${error.port} is in use: set PORT to another.`;
  process.stderr.write(`${inUse || (expected ? error.message : error?.stack)}\n`);
  process.exit(1);
});
