import { z } from 'zod';
import { foldSearch } from '#contract/search-text.ts';
import type { PageQuery } from '../store/list-page.ts';
import type { QueryParameter } from './route.ts';

/** The most rows of one page: what a person scrolls through. */
const longestPage = 384;

export const isPage = (query: URLSearchParams) => query.get('view') === 'page';

/** Reads the parameters of `view=page`. A value that makes no sense counts as none. */
export const pageQuery = (query: URLSearchParams): PageQuery => ({
  wanted: foldSearch(query.get('q') ?? ''),
  status: query.get('status') ?? '',
  before: readId(query.get('before') ?? ''),
  after: readId(query.get('after') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

const readId = (value: string) => /^[0-9a-f-]{36}$/.exec(value)?.[0] ?? '';
const readLimit = (value: string) =>
  Math.min(longestPage, Math.max(1, Math.floor(Number(value)) || 48));

/** The parameters of a list that is also answered page by page. */
export const pageParameters = (
  statuses: readonly string[],
  searched: string,
): Record<string, QueryParameter> => ({
  view: {
    schema: z.literal('page'),
    description: 'page: only the first ones that fit, and how many there are',
    normalise: oneOf(['page']),
  },
  limit: {
    schema: z.int(),
    description: `with view=page: how many, 1 to ${longestPage}`,
    normalise: (value) => String(readLimit(value)),
  },
  status: {
    schema: z.string(),
    description: 'with view=page: only those',
    normalise: (value) => oneOf(statuses)(value) || 'none',
  },
  q: {
    schema: z.string(),
    description: `with view=page: only those that say so in ${searched}`,
    normalise: foldSearch,
  },
  before: {
    schema: z.string(),
    description: 'with view=page: only those that are older than the one with this id',
    normalise: readId,
  },
  after: {
    schema: z.string(),
    description:
      'with view=page: only those that are newer than the one with this id, and of these the oldest',
    normalise: readId,
  },
});

export const oneOf = (allowed: readonly string[]) => (value: string) =>
  allowed.includes(value) ? value : '';
