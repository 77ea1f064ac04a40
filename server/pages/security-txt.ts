import { site } from '#site.config.ts';

const day = 24 * 60 * 60_000;
/** RFC 9116 recommends less than a year. */
const validFor = 180 * day;

/** `/.well-known/security.txt` (RFC 9116): whom to write to about a vulnerability. It names the site's e-mail address. */
export function securityTxt(origin: string, now: Date): string {
  const expires = new Date(Math.floor(now.getTime() / day) * day + validFor);
  const fields = [
    `Contact: mailto:${site.email}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // Addresses without TLS are not allowed here.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
  ];
  return `${fields.join('\n')}\n`;
}
