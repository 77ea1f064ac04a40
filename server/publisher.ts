import type { Logger } from 'pino';
import type { Articles } from './articles.ts';
import { type Repeated, repeat } from './repeat.ts';
import { takeLock } from './store/lock.ts';
import { readPost } from './store/post-fields.ts';
import {
  findNextScheduledTime,
  listDueManuscripts,
  publishScheduled,
} from './store/publication.ts';
import type { Db, Write } from './store/store.ts';

export interface PublisherDeps {
  db: Db;
  write: Write;
  clock: () => Date;
  articles: Pick<Articles, 'render'>;
  logger: Logger;
}

/** Maximum pause in milliseconds. It is short, because nothing ends the pause when somebody schedules a post. */
const pollEvery = 5000;
/** Minimum pause in milliseconds. It applies, for example, when more posts are due than one run reads. */
const leastPause = 50;

/**
 * Publishes scheduled posts at their time, until it is stopped. Every process runs a publisher. The first process that
 * takes the lock `staff` publishes the post, and the other processes skip it.
 */
export const startPublisher = (deps: PublisherDeps): Repeated =>
  repeat(() =>
    publishDue(deps).catch((error) => {
      deps.logger.warn({ err: error }, 'scheduled posts could not be published');
      return pollEvery;
    }),
  );

/** Publishes the posts that are due. Resolves with the milliseconds until the next call. */
export async function publishDue(deps: PublisherDeps): Promise<number> {
  const { db, clock } = deps;
  let failed = false;
  for (const due of await listDueManuscripts(db, clock())) {
    await publish(deps, due).catch((error) => {
      failed = true;
      deps.logger.warn({ err: error }, 'a scheduled post could not be published');
    });
  }
  const next = await findNextScheduledTime(db);
  if (!next || failed) return pollEvery;
  return Math.min(pollEvery, Math.max(leastPause, next.getTime() - clock().getTime()));
}

type Due = Awaited<ReturnType<typeof listDueManuscripts>>[number];

async function publish({ write, clock, articles }: PublisherDeps, due: Due): Promise<void> {
  const html = await articles.render(readPost(due.post ?? '{}').content);
  const by = { username: due.saved_by, now: clock() };
  await write(async (tx) => {
    await takeLock(tx, 'staff');
    await publishScheduled(tx, due, html, by);
  });
}
