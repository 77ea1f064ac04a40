import { createHash } from 'node:crypto';

/**
 * Returns the Content-Security-Policy of built pages. It allows one inline script, the head script, by its hash. A
 * nonce would not protect, because a cached page is served many times with the same nonce.
 */
export function pagePolicy(inlineScript: string): string {
  const hash = createHash('sha256').update(inlineScript).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
