import { slugOf } from './slug.ts';

/**
 * Returns the path of an idea's page. The site reads only the id at the end; the words before the id are for people.
 * `slice` may split a surrogate pair, for which `encodeURIComponent` would throw without `toWellFormed`.
 */
export const ideaPath = ({ id, title }: { id: string; title: string }): string =>
  `/ideas/${encodeURIComponent(slugOf(title, 'idea').slice(0, 60).toWellFormed().replace(/-+$/, ''))}-${id}`;
