/** Separates the fields of a searchable text. No field contains it: see fields.ts. */
const separator = '\u001f';

/** Folds a text for searches: the result does not depend on case or on the Unicode form of accented letters. */
export const foldText = (text: string): string => text.normalize().toLowerCase().normalize();

/** Returns the text to search in. It ends with two separators, so that even the last character begins a trigram. */
export const searchableText = (fields: string[]): string =>
  [...fields.map(foldText), '', ''].join(separator);

/** Folds the text that somebody typed into a search field. In lists, an empty text matches every entry. */
export const foldSearch = (typed: string): string => foldText(typed.trim());
