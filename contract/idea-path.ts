import { slugOf } from './slug.ts';

/**
 * Returns the path of an idea's page. Only the id at the end is read; the words before it are for people.
 * `toWellFormed` is needed because the cut may split a surrogate pair, for which `encodeURIComponent` throws.
 */
export const ideaPath = ({ id, title }: { id: string; title: string }): string =>
  `/ideas/${encodeURIComponent(slugOf(title, 'idea').slice(0, 60).toWellFormed().replace(/-+$/, ''))}-${id}`;
