/** Writing systems whose letters are not joined. */
const scripts = 'Latin Greek Cyrillic Armenian Georgian Hebrew Han Hiragana Katakana Hangul'.split(
  ' ',
);
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const opening = `(?:&quot;|['\\p{Ps}\\p{Pi}])?`;
const startsWithLetter = new RegExp(`^<p\\b[^>]*>${opening}${letter}`, 'u');

/**
 * Says whether an article may begin with a large first letter. Arabic, Devanagari, Bengali and many other scripts join
 * their letters, or build one from several signs: a single enlarged letter would tear the word apart.
 */
export const takesDropCap = (html: string): boolean => startsWithLetter.test(html);
