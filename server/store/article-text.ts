/**
 * Returns the words of an article for searches, without the Markdown syntax. None of the patterns backtracks far, so
 * the time is linear in the length of the article.
 */
export const articleText = (markdown: string): string =>
  markdown
    // Replaces links and images by their text. A decorative picture (see picture-path.ts) has none.
    .replace(/!\[decorative\](?=\(\/pictures\/)/gi, '![]')
    .replace(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1')
    // Removes the references and labels of footnotes.
    .replace(/\[\^[^\]\s]{1,60}\]:?/g, '')
    // Removes code fences, horizontal rules, and the line below the header of a table.
    .replace(/^(?:```|~~~)[^\n]*$/gm, '')
    .replace(/^[-*_|: \t]{3,}$/gm, '')
    // Removes the markers of headings, block quotes and list items.
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/[*`]+/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim();
