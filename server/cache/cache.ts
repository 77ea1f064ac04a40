import type { IncomingMessage, ServerResponse } from 'node:http';
import { Turns } from '../slots.ts';
import type { Topic, Versions } from '../store/versions.ts';
import { type Content, compress, Entry, quickCompress, readEntryRequest } from './entry.ts';
import { type CachedResponse, Shelf } from './shelf.ts';

/** A response that may be cached. */
export interface Resource {
  /** Addresses with the same response have the same key. */
  key: string;
  /** The kinds of content that the response is made of. */
  topics: readonly Topic[];
  /** A response with another status is sent, but not cached. */
  status: number;
  /** Returns the page for a missing object when this resource shows an object that does not exist. */
  standIn?(): Promise<Resource | undefined>;
  /** Resolves with undefined when the response is too large to be held in memory. */
  produce(): Promise<Content | undefined>;
}

export interface CacheDeps {
  /** Returns undefined for addresses that are not cached. Unknown addresses must not fill the memory. */
  resourceOf(url: string): Resource | undefined;
  versions(): Versions | Promise<Versions>;
  /** The response to a request with a query while too many others are being made. */
  busy: Content;
  /** Logs one response, and returns its request id. */
  log(incoming: IncomingMessage, status: number, began: number): string;
  /** Approximate bytes for addresses without a query. */
  capacity?: number;
  /** Approximate bytes for addresses with a query, such as searches: their number is unlimited. */
  queryCapacity?: number;
  /** Approximate bytes for the pictures of link previews, which are drawn. */
  pictureCapacity?: number;
  /** Approximate bytes for uploaded pictures. */
  uploadCapacity?: number;
}

/** Answers one request. The versions are undefined when the database does not answer. */
type Decide = (now: Versions | undefined) => void;

export interface Cache {
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Caches a response that never changes, outside the capacity. */
  pin(url: string, content: Content): void;
  /** How many responses were sent from the cache, made, or files that never change. */
  readonly counts: { hits: number; misses: number; files: number };
  /** How many responses to addresses with a query are being made or wait for that. */
  queriesUnderway(): number;
}

/** How many responses to addresses with a query are being made or wait for that. */
const mostQueries = 40;
/** How many of them are made at the same time. With more, a cached response would wait for a step of each. */
const queriesAtOnce = 3;

/** The longest pause after a failed question to the database, in milliseconds. */
const longestPause = 500;

/**
 * Caches public responses in memory. Before each one is sent, the store is asked whether its topics have changed, so a
 * write shows in the very next read, whichever process wrote. While the database does not answer, the cached responses
 * are still served.
 */
export function createCache({
  resourceOf,
  versions,
  busy,
  log,
  capacity = 40 * 1024 * 1024,
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
  const queryTurns = new Turns(queriesAtOnce);
  let awayUntil = 0;
  /** Undefined until the first request of the turn. */
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
    // A response to a signed-in user may differ from the public one.
    else if (request.hasToken) next();
    else sendCached(url, send, next);
  }

  function sendCached(url: string, send: (entry: Entry) => void, next: () => void): void {
    const byUrl = shelfOf(url).get(url);
    const resource = byUrl ? undefined : resourceOf(url);
    const found = byUrl ?? (resource && shelfOf(resource.key).get(resource.key));
    if (!found && !resource) {
      next();
      return;
    }

    const decide: Decide = (now) => {
      if (found && (!now || isCurrent(found, now))) {
        found.isUsed = true;
        counts.hits += 1;
        if (found.entry) send(found.entry);
        else next();
        return;
      }
      counts.misses += 1;
      const wanted = resource ?? resourceOf(url);
      if (!now || !wanted) next();
      // `next` makes a 500 again, and logs the error together with the request id. It also streams what is too large.
      else
        make(wanted, now).then(
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
   * The first request of a turn of the event loop is decided at once. Those that are read later in the turn share one
   * question, asked after the last of them was read: so each sees every write that was acknowledged before its end.
   */
  function endTurn(): void {
    const later = laterInTurn ?? [];
    laterInTurn = undefined;
    if (later.length > 0) decideTogether(later);
  }

  function decideTogether(requests: Decide[]): void {
    const decideAll = (now: Versions | undefined) => {
      for (const decide of requests) decide(now);
    };
    const now = askVersions();
    if (now instanceof Promise) now.then(decideAll);
    else decideAll(now);
  }

  function isCurrent(one: CachedResponse, now: Versions): boolean {
    if (one.validatedAgainst !== now && one.stamp === stampOf(one.topics, now)) {
      one.validatedAgainst = now;
    }
    return one.validatedAgainst === now && Date.now() < one.expiresAt;
  }

  /** Returns undefined when the database does not answer. */
  function askVersions(): Versions | undefined | Promise<Versions | undefined> {
    if (awayUntil > 0 && Date.now() < awayUntil) return undefined;
    const began = Date.now();
    const failed = () => {
      // A question that failed at once may be repeated at once. One that took long would delay the next visitor as
      // well, so it is not repeated for as long.
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

  /** Concurrent requests with the same versions share one rendering. A request that has seen a newer write starts another. */
  function make(resource: Resource, now: Versions): Promise<Entry | undefined> {
    const name = `${resource.key}\n${stampOf(resource.topics, now)}`;
    const running = underway.get(name);
    if (running) return running;
    const isQuery = shelfOf(resource.key) === queries;
    if (isQuery && queriesUnderway >= mostQueries) return Promise.resolve(busyEntry);
    if (isQuery) queriesUnderway += 1;
    const alone = () => makeAlone(resource, now);
    const making = (isQuery ? queryTurns.run(alone) : alone()).finally(() => {
      underway.delete(name);
      if (isQuery) queriesUnderway -= 1;
    });
    underway.set(name, making);
    return making;
  }

  async function makeAlone(resource: Resource, now: Versions): Promise<Entry | undefined> {
    const { key, topics, status, standIn, produce } = resource;
    const other = await standIn?.();
    if (other) {
      const found = shelfOf(other.key).get(other.key);
      return found && isCurrent(found, now) ? found.entry : make(other, now);
    }
    const expiresAt = nextMidnight();
    const content = await produce();
    const isQuery = shelfOf(key) === queries;
    const entry = content && new Entry(content, isQuery ? quickCompress : compress);
    if (!content || content.status === status) {
      const stamp = stampOf(topics, now);
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
  topics.length === 1 && topics[0]
    ? String(versions[topics[0]])
    : topics.map((topic) => versions[topic]).join();

const nextMidnight = () => new Date().setUTCHours(24, 0, 0, 0);
