import type { BlogSummary } from '#contract/blog.ts';

/** Replaces characters that XML cannot contain, not even escaped, by U+FFFD. */
export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The line of an Atom entry that names the post's lead picture, which readers show beside it. */
export const enclosure = ({ leadPicture }: Pick<BlogSummary, 'leadPicture'>, origin: string) =>
  leadPicture
    ? `\n    <link rel="enclosure" type="image/webp" href="${origin}${leadPicture.path}" title="${escapeXml(leadPicture.alt)}"/>`
    : '';
