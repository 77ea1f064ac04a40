import { foldSearch } from '#contract/search-text.ts';
import { limits, type SearchKind, searchKinds } from '#contract/vocabulary.ts';
import { z } from '#contract/zod.ts';
import { Invalid } from '../errors.ts';
import type { SiteQuery } from '../store/site-search.ts';
import { keepIfOneOf } from './page-query.ts';
import type { QueryParameter } from './route.ts';

/** Reads the parameters of the public search. Throws `Invalid` if the text is too long. */
export function siteQuery(query: URLSearchParams): SiteQuery {
  const wanted = foldSearch(query.get('q') ?? '');
  if (wanted.length > limits.maxSearch) {
    const error = `Use at most ${limits.maxSearch} characters.`;
    throw new Invalid({ q: error }, `This search is too long. ${error}`);
  }
  return { wanted, kind: keepIfOneOf(searchKinds)(query.get('in') ?? '') as SearchKind | '' };
}

export const searchParameters: Record<string, QueryParameter> = {
  q: {
    schema: z.string(),
    description: `the text to find, ${limits.minSearch} to ${limits.maxSearch} characters; a shorter one finds nothing`,
    normalise: foldSearch,
  },
  in: {
    schema: z.enum(searchKinds),
    description: 'show more of this kind, and only count the others',
    normalise: keepIfOneOf(searchKinds),
  },
};
