import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConcurrencyLimit } from '../slots.ts';
import type { Topic, Versions } from '../store/versions.ts';
import { type Content, compress, Entry, quickCompress, readEntryRequest } from './entry.ts';
import { type CachedResponse, Shelf } from './shelf.ts';

/** A response that may be cached. */
export interface Resource {
  /** URLs with the same response have the same key. */
  key: string;
  /** The kinds of content that the response contains. A change of any of them makes the cached response stale. */
  topics: readonly Topic[];
  /** The expected status. A response with another status is not cached. */
  status: number;
  /** If the object of this page is missing, resolves with the 404 page that all missing objects of its kind share. */
  standIn?(): Promise<Resource | undefined>;
  /** Resolves with undefined when the response is too large to be cached. */
  produce(): Promise<Content | undefined>;
}

export interface CacheDeps {
  /** Returns undefined for URLs that are not cached. Invented URLs must share a key, or they could fill the cache. */
  resourceOf(url: string): Resource | undefined;
  versions(): Versions | Promise<Versions>;
  /** The response to a request with a query string while `mostQueries` others are in flight. */
  busy: Content;
  /** Logs one response and returns its request id. */
  log(incoming: IncomingMessage, status: number, began: number): string;
  /** The approximate maximum size in bytes of cached pages, feeds and API responses without a query string. */
  capacity?: number;
  /** The same limit for URLs with a query string, such as searches. There is no end to such URLs. */
  queryCapacity?: number;
  /** The same limit for the cards for link previews, which the server draws. */
  pictureCapacity?: number;
  /** The same limit for uploaded pictures. */
  uploadCapacity?: number;
}

/** Answers one request. `current` is undefined when the database does not answer. */
type Decide = (current: Versions | undefined) => void;

export interface Cache {
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Keeps a response that does not change while the process runs. It does not count towards the capacity. */
  pin(url: string, content: Content): void;
  /**
   * Counts cacheable requests: answered from the cache (`hits`), with a pinned file (`files`), or neither (`misses`).
   * `hits` includes responses that the cache knows to be too large, which are made again for each request.
   */
  readonly counts: { hits: number; misses: number; files: number };
  /** Returns how many responses to URLs with a query string are in flight. */
  queriesUnderway(): number;
}

export const usualCapacity = 40 * 1024 * 1024;
/** Maximum number of responses to URLs with a query string that are being made or wait. */
const mostQueries = 40;
/** How many of `mostQueries` are made in parallel. Each takes time on the event loop and delays cached responses. */
const queriesAtOnce = 3;

/** Maximum pause in milliseconds before the versions are read again after a failed read. */
const longestPause = 500;

/**
 * Caches public responses in memory. Before a cached response is sent, the versions of its topics are read from the
 * store, so a write of any process is visible to the next request. While the database does not answer, cached
 * responses are served without this check.
 */
export function createCache({
  resourceOf,
  versions,
  busy,
  log,
  capacity = usualCapacity,
  queryCapacity = 8 * 1024 * 1024,
  pictureCapacity = 4 * 1024 * 1024,
  uploadCapacity = 16 * 1024 * 1024,
}: CacheDeps): Cache {
  const pinned = new Map<string, Entry>();
  const plain = new Shelf(capacity);
  const queries = new Shelf(queryCapacity);
  const pictures = new Shelf(pictureCapacity);
  const uploads = new Shelf(uploadCapacity);
  const shelfOf = (key: string) => {
    if (key.includes('?')) return queries;
    if (key.startsWith('/pictures/')) return uploads;
    return key.endsWith('.png') ? pictures : plain;
  };
  const underway = new Map<string, Promise<Entry | undefined>>();
  const busyEntry = new Entry(busy);
  const counts = { hits: 0, misses: 0, files: 0 };
  let queriesUnderway = 0;
  const queryTurns = new ConcurrencyLimit(queriesAtOnce);
  let awayUntil = 0;
  /** All requests of this turn of the event loop except the first. Undefined until the first request of a turn. */
  let laterInTurn: Decide[] | undefined;

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void {
    const { method, url = '/' } = incoming;
    if (method !== 'GET' && method !== 'HEAD') {
      next();
      return;
    }
    const began = performance.now();
    const request = readEntryRequest(incoming);
    const send = (entry: Entry) =>
      entry.send(request, outgoing, log(incoming, entry.statusFor(request), began));
    const query = url.indexOf('?');
    const file = pinned.get(query === -1 ? url : url.slice(0, query));
    if (file) {
      counts.files += 1;
      send(file);
    }
    // The response to a request with an Authorization header may differ from the public one.
    else if (request.hasToken) next();
    else sendCached(url, send, next);
  }

  function sendCached(url: string, send: (entry: Entry) => void, next: () => void): void {
    const byUrl = shelfOf(url).get(url);
    const resource = byUrl ? undefined : resourceOf(url);
    const cached = byUrl ?? (resource && shelfOf(resource.key).get(resource.key));
    if (!cached && !resource) {
      next();
      return;
    }

    const decide: Decide = (current) => {
      if (cached && (!current || isCurrent(cached, current))) {
        cached.isUsed = true;
        counts.hits += 1;
        if (cached.entry) send(cached.entry);
        else next();
        return;
      }
      counts.misses += 1;
      const wanted = resource ?? resourceOf(url);
      if (!current || !wanted) next();
      // `next` repeats a request that failed with 500 and logs the error with its request id. It also streams responses
      // that are too large for the cache.
      else
        make(wanted, current).then(
          (entry) => (entry && entry.status !== 500 ? send(entry) : next()),
          next,
        );
    };
    if (laterInTurn) {
      laterInTurn.push(decide);
      return;
    }
    laterInTurn = [];
    setImmediate(endTurn);
    decideTogether([decide]);
  }

  /**
   * Answers all requests of this turn of the event loop except the first, which does not wait. They share one read of
   * the versions, after the last of them has arrived, so each sees all writes that were acknowledged before it arrived.
   */
  function endTurn(): void {
    const later = laterInTurn ?? [];
    laterInTurn = undefined;
    if (later.length > 0) decideTogether(later);
  }

  function decideTogether(requests: Decide[]): void {
    const decideAll = (current: Versions | undefined) => {
      for (const decide of requests) decide(current);
    };
    const current = askVersions();
    if (current instanceof Promise) current.then(decideAll);
    else decideAll(current);
  }

  function isCurrent(cached: CachedResponse, current: Versions): boolean {
    if (cached.validatedAgainst !== current && cached.stamp === stampOf(cached.topics, current)) {
      cached.validatedAgainst = current;
    }
    return cached.validatedAgainst === current && Date.now() < cached.expiresAt;
  }

  /** Returns undefined when the database does not answer. */
  function askVersions(): Versions | undefined | Promise<Versions | undefined> {
    if (awayUntil > 0 && Date.now() < awayUntil) return undefined;
    const began = Date.now();
    const failed = () => {
      // The pause is as long as the failed attempt: without it, a slow failure would delay the next visitor as well.
      const failedAt = Date.now();
      awayUntil = failedAt + Math.min(failedAt - began, longestPause);
      return undefined;
    };
    try {
      const answer = versions();
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch {
      return failed();
    }
  }

  /**
   * Makes the response. Concurrent requests that have read the same versions share a call of `produce`. A request that
   * has read newer versions starts another call.
   */
  function make(resource: Resource, current: Versions): Promise<Entry | undefined> {
    const name = `${resource.key}\n${stampOf(resource.topics, current)}`;
    const running = underway.get(name);
    if (running) return running;
    const isQuery = shelfOf(resource.key) === queries;
    if (isQuery && queriesUnderway >= mostQueries) return Promise.resolve(busyEntry);
    if (isQuery) queriesUnderway += 1;
    const start = () => produceEntry(resource, current);
    const making = (isQuery ? queryTurns.run(start) : start()).finally(() => {
      underway.delete(name);
      if (isQuery) queriesUnderway -= 1;
    });
    underway.set(name, making);
    return making;
  }

  async function produceEntry(resource: Resource, current: Versions): Promise<Entry | undefined> {
    const { key, topics, status, standIn, produce } = resource;
    const missingPage = await standIn?.();
    if (missingPage) {
      const cached = shelfOf(missingPage.key).get(missingPage.key);
      return cached && isCurrent(cached, current) ? cached.entry : make(missingPage, current);
    }
    const expiresAt = nextMidnight();
    const content = await produce();
    const isQuery = shelfOf(key) === queries;
    const entry = content && new Entry(content, isQuery ? quickCompress : compress);
    if (!content || content.status === status) {
      const stamp = stampOf(topics, current);
      shelfOf(key).insert(key, { entry, topics, stamp, expiresAt, isUsed: false });
    }
    return entry;
  }

  return {
    serve,
    pin: (url, content) => pinned.set(url, new Entry(content)),
    counts,
    queriesUnderway: () => queriesUnderway,
  };
}

const stampOf = (topics: readonly Topic[], versions: Versions) =>
  topics.map((topic) => versions[topic]).join();

const nextMidnight = () => new Date().setUTCHours(24, 0, 0, 0);
