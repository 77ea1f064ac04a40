import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Topic, Versions } from '../store/versions.ts';
import { type Content, Entry, readAsked } from './entry.ts';

/** Something that may be kept: under which name, what it is made of, and how. */
export interface Resource {
  key: string;
  topics: readonly Topic[];
  /** The status of an answer that is worth keeping. */
  status: number;
  produce(): Promise<Content>;
}

export interface CacheDeps {
  /** The resource behind an address, or undefined: not for the cache. Unknown addresses must not fill it. */
  resourceOf(url: string): Resource | undefined;
  versions(): Versions | Promise<Versions>;
  /** Tells of one answer, and gives its id. */
  log(incoming: IncomingMessage, status: number, began: number): string;
  /** Bytes, roughly. */
  capacity?: number;
}

interface Kept {
  entry: Entry;
  topics: readonly Topic[];
  /** The versions of its topics before it was made. */
  stamp: string;
  /** The last ones that it was good with. */
  goodWith?: Versions;
  /** Ages and days count from midnight, so nothing is kept past it. */
  until: number;
  /** Asked for since the last search for room. */
  used: boolean;
}

export interface Cache {
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Keeps what never changes, outside the capacity. */
  pin(url: string, content: Content): void;
}

/** At most so long after a failure, in milliseconds, the database is not asked again. */
const longestRest = 500;

/**
 * Public answers in memory. Before each one is sent the store is asked whether what it was made of has
 * changed since, so a write shows in the very next read, whichever process wrote. While the database is
 * away, what is kept goes on being served.
 */
export function createCache({
  resourceOf,
  versions,
  log,
  capacity = 48 * 1024 * 1024,
}: CacheDeps): Cache {
  const pinned = new Map<string, Entry>();
  const kept = new Map<string, Kept>();
  const underway = new Map<string, Promise<Entry>>();
  let size = 0;
  let awayUntil = 0;
  let lately: Versions | undefined;
  let askedFor: Socket | undefined;

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void {
    const { method, url = '/' } = incoming;
    if (method !== 'GET' && method !== 'HEAD') {
      next();
      return;
    }
    const began = performance.now();
    const asked = readAsked(incoming);
    const send = (entry: Entry) =>
      entry.send(asked, outgoing, log(incoming, entry.statusFor(asked), began));
    const query = url.indexOf('?');
    const fixed = pinned.get(query === -1 ? url : url.slice(0, query));
    if (fixed) send(fixed);
    // Whoever shows a token gets an answer of their own.
    else if (asked.isSigned) next();
    else sendKept(incoming, url, send, next);
  }

  function sendKept(
    incoming: IncomingMessage,
    url: string,
    send: (entry: Entry) => void,
    next: () => void,
  ): void {
    const byUrl = kept.get(url);
    const resource = byUrl ? undefined : resourceOf(url);
    const there = byUrl ?? (resource && kept.get(resource.key));
    if (!there && !resource) {
      next();
      return;
    }

    const decide = (now: Versions | undefined) => {
      if (there && (!now || isGood(there, now))) {
        there.used = true;
        send(there.entry);
        return;
      }
      const wanted = resource ?? resourceOf(url);
      if (!now || !wanted) next();
      // A failure is answered the other way, where it is told with its request.
      else
        make(wanted, stampOf(wanted.topics, now)).then(
          (entry) => (entry.status === 500 ? next() : send(entry)),
          next,
        );
    };
    const answer = ask(incoming.socket);
    if (answer instanceof Promise) answer.then(decide);
    else decide(answer);
  }

  function isGood(one: Kept, now: Versions): boolean {
    if (one.goodWith !== now && one.stamp === stampOf(one.topics, now)) one.goodWith = now;
    return one.goodWith === now && Date.now() < one.until;
  }

  /**
   * Undefined: the database does not answer. One answer does for all requests of one turn of the event
   * loop, as those were all here before the question; but not for a second one on the same connection,
   * which may have come after it.
   */
  function ask(socket: Socket): Versions | undefined | Promise<Versions | undefined> {
    const isSecond = socket === askedFor;
    askedFor = socket;
    if (lately && !isSecond) return lately;
    const answer = askStore();
    if (answer instanceof Promise || !answer) return answer;
    if (!lately) setImmediate(forget);
    lately = answer;
    return answer;
  }

  function forget(): void {
    lately = undefined;
    askedFor = undefined;
  }

  function askStore(): Versions | undefined | Promise<Versions | undefined> {
    if (awayUntil > 0 && Date.now() < awayUntil) return undefined;
    const began = Date.now();
    const failed = () => {
      // Nobody can say whether anything has changed: what is there is better than nothing. What failed at once may
      // be asked at once again; what took long would hold up the next visitor too.
      const failedAt = Date.now();
      awayUntil = failedAt + Math.min(failedAt - began, longestRest);
      return undefined;
    };
    try {
      const answer = versions();
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch {
      return failed();
    }
  }

  /** However many ask at once, it is made once; those who know of a newer write wait for a newer one. */
  function make({ key, topics, status, produce }: Resource, stamp: string): Promise<Entry> {
    const name = `${key}\n${stamp}`;
    const running = underway.get(name);
    if (running) return running;
    const until = nextMidnight();
    const making = produce()
      .then((content) => {
        const entry = new Entry(content);
        if (content.status === status) keep(key, { entry, topics, stamp, until, used: false });
        return entry;
      })
      .finally(() => underway.delete(name));
    underway.set(name, making);
    return making;
  }

  function keep(key: string, one: Kept): void {
    // Or it would take the room of all the others.
    if (one.entry.size > capacity / 4) return;
    size += one.entry.size - (kept.get(key)?.entry.size ?? 0);
    kept.delete(key);
    kept.set(key, one);
    // From the oldest on: what was asked for lately gets a second round.
    for (const [oldKey, old] of kept) {
      if (size <= capacity) break;
      kept.delete(oldKey);
      if (old.used && oldKey !== key) {
        old.used = false;
        kept.set(oldKey, old);
      } else {
        size -= old.entry.size;
      }
    }
  }

  return { serve, pin: (url, content) => pinned.set(url, new Entry(content)) };
}

const stampOf = (topics: readonly Topic[], versions: Versions) =>
  topics.length === 1 && topics[0]
    ? String(versions[topics[0]])
    : topics.map((topic) => versions[topic]).join();

const nextMidnight = () => new Date().setUTCHours(24, 0, 0, 0);
