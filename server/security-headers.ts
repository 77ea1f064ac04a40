/** What every answer carries. HSTS is promised only where the site is known to be served over https. */
export const securityHeaders = (https: boolean): [name: string, value: string][] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  [
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ],
  ...(https ? [hsts] : []),
];

const hsts: [string, string] = ['strict-transport-security', 'max-age=31536000; includeSubDomains'];
