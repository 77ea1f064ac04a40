import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The rendered pages, whoever renders them: the built bundle, or Vite in development. */
export interface Pages {
  answer(request: Request): Promise<Response>;
  /** Sees a request before anything else does; calls `next` for what is not its own. */
  first?(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
}

export interface PagesDeps {
  /** In development the hot-reload socket shares the port. */
  server: Server;
  api: { request(path: string): Response | Promise<Response> };
}

/** What web/render.tsx exports. The two are separate module graphs: only values cross. */
export interface Renderer {
  render(page: PageRequest): Promise<{ status: number; html: string }>;
}

export interface PageRequest {
  path: string;
  /** Reads the API in process: `/api/apps` to the parsed JSON, or throws. */
  read(path: string): Promise<unknown>;
  scripts: string[];
  styles: string[];
}

export function readerOf(api: PagesDeps['api']): PageRequest['read'] {
  return async (path) => {
    const response = await api.request(path);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
}
