import { slugOf } from './slug.ts';

/** The address of an idea's page. The words are for people: only the id at the end counts. */
export const ideaPath = ({ id, title }: { id: string; title: string }): string =>
  `/ideas/${encodeURIComponent(slugOf(title, 'idea').slice(0, 60).toWellFormed().replace(/-+$/, ''))}-${id}`;
