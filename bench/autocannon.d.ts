/** Types of the functions that the benchmark uses; the package has none. */
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
  }
  export default function autocannon(options: Options): Promise<Result>;
}
