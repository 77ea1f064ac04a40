/** The scripts whose first letter may be enlarged, because their letters are not joined. */
const scripts = 'Latin Greek Cyrillic Armenian Georgian Hebrew Han Hiragana Katakana Hangul'.split(
  ' ',
);
const letter = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
const opening = `(?:&quot;|['\\p{Ps}\\p{Pi}])?`;
const startsWithLetter = new RegExp(`^<p\\b[^>]*>${opening}${letter}`, 'u');

/**
 * Tells whether an article may begin with a large first letter. Arabic, Devanagari, Bengali and many other scripts join
 * their letters, or compose a letter from several characters: a single enlarged letter would split the word.
 */
export const takesDropCap = (html: string): boolean => startsWithLetter.test(html);
