import type { RequestLog } from '../request-log.ts';
import { createFamily, type Family, formatSample } from './families.ts';

/** The upper limits of the histogram buckets, in seconds. A cached response usually falls into the first bucket. */
const limits = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const durationName = 'fledge_http_request_duration_seconds';
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

interface Series {
  method: string;
  route: string;
  byStatus: Map<number, number>;
  /** The number of requests in each bucket, not cumulative. The last bucket is for requests above all limits. */
  buckets: number[];
  seconds: number;
}

/** Returns `observe`, which counts and times a request, and `families`, which returns the metrics of all requests. */
export function countRequests(routeOf: (path: string) => string) {
  const series = new Map<string, Series>();

  const observe: RequestLog = ({ method = '', path, status, began }) => {
    const seconds = (performance.now() - began) / 1000;
    const route = routeOf(path);
    const verb = methods.has(method) ? method : 'other';
    const key = `${verb} ${route}`;
    let entry = series.get(key);
    if (!entry) {
      const buckets = Array.from({ length: limits.length + 1 }, () => 0);
      entry = { method: verb, route, byStatus: new Map(), buckets, seconds: 0 };
      series.set(key, entry);
    }
    entry.byStatus.set(status, (entry.byStatus.get(status) ?? 0) + 1);
    entry.seconds += seconds;
    let at = 0;
    while (at < limits.length && seconds > (limits[at] ?? 0)) at += 1;
    entry.buckets[at] = (entry.buckets[at] ?? 0) + 1;
  };

  const families = (ownLabels: Record<string, number>): Family[] => [
    createFamily(
      'fledge_http_requests_total',
      'counter',
      'Requests by route and status.',
      [...series.values()].flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, count]): [Record<string, string | number>, number] => [
          { ...ownLabels, method, route, status },
          count,
        ]),
      ),
    ),
    {
      name: durationName,
      type: 'histogram',
      help: 'Seconds until the response was ready.',
      lines: [...series.values()].flatMap((entry) => histogramLines(entry, ownLabels)),
    },
  ];

  return { observe, families };
}

function histogramLines(
  { method, route, buckets, seconds }: Series,
  ownLabels: Record<string, number>,
): string[] {
  const labels = { ...ownLabels, method, route };
  let count = 0;
  const lines = buckets.map((number, at) => {
    count += number;
    return formatSample(`${durationName}_bucket`, { ...labels, le: limits[at] ?? '+Inf' }, count);
  });
  return [
    ...lines,
    formatSample(`${durationName}_sum`, labels, seconds),
    formatSample(`${durationName}_count`, labels, count),
  ];
}
