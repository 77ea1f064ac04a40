import type { Hsts } from './config.ts';

/** Returns the default headers of all responses. Pages override the Content-Security-Policy. */
export const securityHeaders = (hsts: Hsts): [name: string, value: string][] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  [
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ...(hsts === 'off' ? [] : [['strict-transport-security', hstsValues[hsts]] as [string, string]]),
];

/** `on` leaves out the subdomains, because somebody else may serve them without https. */
const hstsValues: Record<Exclude<Hsts, 'off'>, string> = {
  on: 'max-age=31536000',
  subdomains: 'max-age=31536000; includeSubDomains',
  preload: 'max-age=31536000; includeSubDomains; preload',
};
