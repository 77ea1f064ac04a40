import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Route } from '../api/route.ts';
import type { RequestLog } from '../request-log.ts';
import type { Pool } from '../store/store.ts';
import { createFamily, type Family } from './families.ts';
import { countRequests } from './requests.ts';
import { createRouteOf } from './route-of.ts';

/** The parts of the server whose metrics are read at each scrape. */
export interface Measured {
  cache?: { hits: number; misses: number; files: number } | undefined;
  pools: () => Pool[];
  /** Maps the name of a queue to a function that returns how many of its calls run or wait. */
  queues: Record<string, () => number>;
}

export interface Metrics {
  /** Counts a request and its duration. Called for each request that is logged. */
  observe: RequestLog;
  /** Returns the metrics of this process. Each call begins a new measurement of the event loop delay. */
  read(measured: Measured): Family[];
}

/** The sampling interval of the event loop delay, in milliseconds. */
const resolution = 10;
const quantiles = [0.5, 0.99, 1];

/** Starts to measure this process. The label `worker` distinguishes the processes of a cluster. */
export function createMetrics(routes: Pick<Route, 'path'>[], worker: number | undefined): Metrics {
  const ownLabels: Record<string, number> = worker === undefined ? {} : { worker };
  const { observe, families } = countRequests(createRouteOf(routes));
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();

  function loopFamilies(): Family[] {
    const { active, idle } = performance.eventLoopUtilization();
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution) / 1000;
    const delays = quantiles.map((quantile): [Record<string, number>, number] => [
      { ...ownLabels, quantile },
      delay.count > 0 ? seconds(delay.percentile(quantile * 100)) : 0,
    ]);
    delay.reset();
    return [
      createFamily(
        'fledge_event_loop_delay_seconds',
        'gauge',
        'How much later than planned the event loop came round, since the last scrape.',
        delays,
      ),
      createFamily('fledge_event_loop_busy_seconds_total', 'counter', 'Time with work to do.', [
        [ownLabels, active / 1000],
      ]),
      createFamily('fledge_event_loop_idle_seconds_total', 'counter', 'Time without work.', [
        [ownLabels, idle / 1000],
      ]),
    ];
  }

  return {
    observe,
    read: ({ cache, pools, queues }) => [
      ...families(ownLabels),
      ...(cache ? [cacheFamily(cache, ownLabels)] : []),
      createFamily(
        'fledge_pool_connections',
        'gauge',
        'Connections to PostgreSQL, and requests that wait for one.',
        pools().flatMap(({ name, ...states }) =>
          Object.entries(states).map(
            ([state, count]): [Record<string, string | number>, number] => [
              { ...ownLabels, pool: name, state },
              count,
            ],
          ),
        ),
      ),
      createFamily(
        'fledge_queue_length',
        'gauge',
        'Work that is under way or waits.',
        Object.entries(queues).map(([queue, length]) => [{ ...ownLabels, queue }, length()]),
      ),
      ...loopFamilies(),
      ...processFamilies(ownLabels),
    ],
  };
}

const cacheFamily = (
  { hits, misses, files }: NonNullable<Measured['cache']>,
  ownLabels: Record<string, number>,
): Family =>
  createFamily(
    'fledge_cache_responses_total',
    'counter',
    'Public responses: from the cache, made anew, or files of the build.',
    [
      [{ ...ownLabels, result: 'hit' }, hits],
      [{ ...ownLabels, result: 'miss' }, misses],
      [{ ...ownLabels, result: 'file' }, files],
    ],
  );

function processFamilies(ownLabels: Record<string, number>): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    createFamily('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
      [ownLabels, rss],
    ]),
    createFamily('nodejs_heap_size_used_bytes', 'gauge', 'Memory of JavaScript objects.', [
      [ownLabels, heapUsed],
    ]),
    createFamily('process_cpu_seconds_total', 'counter', 'Time on a processor.', [
      [ownLabels, (user + system) / 1e6],
    ]),
    createFamily('process_start_time_seconds', 'gauge', 'When the process started, in Unix time.', [
      [ownLabels, performance.timeOrigin / 1000],
    ]),
  ];
}
