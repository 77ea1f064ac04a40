import type { RequestListener } from 'node:http';

/**
 * Returns the handler for the time until the database answers for the first time. It answers all requests with 503,
 * except `/healthz`. Browsers get a page that reloads itself.
 */
export function waitingAnswer(labName: string, headers: [string, string][]): RequestListener {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="3">
<title>${labName}: one moment</title>
<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}</style>
<h1>One moment</h1>
<p>${labName} has just started, and its database does not answer yet. This page tries again by itself.</p>
</html>
`;
  const error = JSON.stringify({
    error: 'The service is not available just now. Please try again.',
  });

  return ({ url = '/', headers: { accept = '' } }, outgoing) => {
    const isAlive = url === '/healthz';
    const isPage = !isAlive && accept.includes('text/html');
    outgoing.writeHead(isAlive ? 200 : 503, {
      ...Object.fromEntries(headers),
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'cache-control': 'no-store',
      ...(!isAlive && { 'retry-after': '2' }),
      ...(isPage && {
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      }),
    });
    outgoing.end(isAlive ? '{"status":"ok"}' : isPage ? page : error);
  };
}
