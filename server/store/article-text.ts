/**
 * The words of an article, without the marks of Markdown, for searches. No pattern reads a character more than a few
 * times, so that the time grows with the length of the article alone.
 */
export const articleText = (markdown: string): string =>
  markdown
    // Links and images leave their words; a picture that only decorates has none.
    .replace(/!\[decorative\](?=\(\/pictures\/)/gi, '![]')
    .replace(/!?\[([^[\]]*)\]\([^()\n]*\)/g, '$1')
    // The numbers of footnotes.
    .replace(/\[\^[^\]\s]{1,60}\]:?/g, '')
    // The fences of code, rules, and the line below the head of a table.
    .replace(/^(?:```|~~~)[^\n]*$/gm, '')
    .replace(/^[-*_|: \t]{3,}$/gm, '')
    // The marks that a heading, a quotation or an entry of a list begins with.
    .replace(/^[ \t]*(?:#{1,6}|>|[-+*]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/[*`]+/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim();
