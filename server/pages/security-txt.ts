import { site } from '#site.config.ts';

const day = 24 * 60 * 60_000;
/** RFC 9116 recommends an expiry of less than a year. */
const validFor = 180 * day;

/** Returns `/.well-known/security.txt` (RFC 9116), with the e-mail address to which people report a vulnerability. */
export function securityTxt(origin: string, now: Date): string {
  const expires = new Date(Math.floor(now.getTime() / day) * day + validFor);
  const fields = [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // RFC 9116 allows only https URLs.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${fields.join('\n')}\n`;
}
