import type { BlogSummary } from '#contract/blog.ts';

/** Escapes text for XML. Replaces characters that XML cannot contain, not even escaped, with U+FFFD. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the link of an Atom entry to the lead picture of the post, or an empty string if it has none. */
export const enclosure = ({ leadPicture }: Pick<BlogSummary, 'leadPicture'>, origin: string) =>
  leadPicture
    ? `\n    <link rel="enclosure" type="image/webp" href="${origin}${leadPicture.path}" title="${escapeXml(leadPicture.alt)}"/>`
    : '';
