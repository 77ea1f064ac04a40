/** Separates the fields of a searchable text. No field contains it: see fields.ts. */
const separator = '\u001f';

/** Folds a text for searches: case does not matter, nor in which of two ways Unicode spells an accented letter. */
export const foldText = (text: string): string => text.normalize().toLowerCase().normalize();

/**
 * The text that a search looks through. It ends with two separators, so that every character begins a trigram, also the
 * last one.
 */
export const searchableText = (fields: string[]): string =>
  [...fields.map(foldText), '', ''].join(separator);

/** The text to look for. Empty: everything matches. */
export const foldSearch = (typed: string): string => foldText(typed.trim());
