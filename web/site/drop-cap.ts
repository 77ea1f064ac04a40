/** Scripts that do not join their letters, so that the first letter can be enlarged. */
const scripts = 'Latin Greek Cyrillic Armenian Georgian Hebrew Han Hiragana Katakana Hangul'.split(
  ' ',
);
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const opening = `(?:&quot;|['\\p{Ps}\\p{Pi}])?`;
const startsWithLetter = new RegExp(`^<p\\b[^>]*>${opening}${letter}`, 'u');

/**
 * Returns whether an article may begin with a large first letter. Many scripts, such as Arabic, Devanagari and Bengali,
 * join letters or compose them from several characters: one enlarged letter would split the word.
 */
export const takesDropCap = (html: string): boolean => startsWithLetter.test(html);
