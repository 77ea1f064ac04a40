/** Types of the part of autocannon that the benchmark uses. The package has no types of its own. */
declare module 'autocannon' {
  export interface Request {
    headers?: Record<string, string>;
    body?: string;
  }
  interface Options {
    url: string;
    connections: number;
    duration: number;
    method?: string;
    headers?: Record<string, string>;
    requests?: (Request & { setupRequest?(request: Request): Request })[];
  }
  interface Result {
    requests: { average: number };
    latency: { p99: number };
    /** The number of responses with a 4xx status. */
    '4xx': number;
    '5xx': number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
