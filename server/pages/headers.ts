import { createHash } from 'node:crypto';

/**
 * The policy of every page. The one script within a page is known by its hash, not by a nonce: a page is rendered
 * once and served many times. It is hashed as we wrote it, not as it is found in a page: whatever else gets into
 * one is not approved.
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
