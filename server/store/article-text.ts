/**
 * Returns the text of an article without Markdown syntax, for searches. No pattern backtracks far, so the run time is
 * linear in the length of the article.
 */
export const articleText = (markdown: string): string =>
  markdown
    // Replaces links by their text and images by their alternative text. Drops `decorative` (contract/picture-path.ts).
    .replace(/!\[decorative\](?=\(\/pictures\/)/gi, '![]')
    .replace(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1')
    // Removes footnote references and labels.
    .replace(/\[\^[^\]\s]{1,60}\]:?/g, '')
    // Removes code fences, horizontal rules, and the line between the header and the body of a table.
    .replace(/^(?:```|~~~)[^\n]*$/gm, '')
    .replace(/^[-*_|: \t]{3,}$/gm, '')
    // Removes the markers of headings, block quotes and list items.
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/[*`]+/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim();
