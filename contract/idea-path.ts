import { sliceWhole } from './slice-whole.ts';
import { slugOf } from './slug.ts';

/** Returns the path of an idea's page. The site reads only the id at its end; the words before the id are for people. */
export const ideaPath = ({ id, title }: { id: string; title: string }): string =>
  `/ideas/${encodeURIComponent(sliceWhole(slugOf(title, 'idea'), 0, 60).replace(/-+$/, ''))}-${id}`;
