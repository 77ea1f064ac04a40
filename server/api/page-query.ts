import { z } from 'zod';
import { foldSearch } from '#contract/search-text.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import type { BlogPageQuery } from '../store/blog.ts';
import type { PageQuery } from '../store/list-page.ts';
import type { QueryParameter } from './route.ts';

/** The most rows of one page: what a person scrolls through. */
const longestPage = 384;

export const oneOf = (allowed: readonly string[]) => (value: string) =>
  allowed.includes(value) ? value : '';

export const isPage = (query: URLSearchParams) => query.get('view') === 'page';

/** Reads the parameters of `view=page` of posts. */
export const blogPageQuery = (query: URLSearchParams): BlogPageQuery => ({
  wanted: foldSearch(query.get('q') ?? ''),
  category: oneOf(blogCategories)(query.get('category') ?? ''),
  before: readSlug(query.get('before') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

/** Reads the parameters of `view=page`. A value that makes no sense counts as none. */
export const pageQuery = (query: URLSearchParams): PageQuery => ({
  wanted: foldSearch(query.get('q') ?? ''),
  status: query.get('status') ?? '',
  before: readId(query.get('before') ?? ''),
  after: readId(query.get('after') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

const readId = (value: string) => /^[0-9a-f-]{36}$/.exec(value)?.[0] ?? '';
const readSlug = (value: string) => /^[\p{L}\p{N}\p{M}-]{1,100}$/u.exec(value)?.[0] ?? '';
const readLimit = (value: string) =>
  Math.min(longestPage, Math.max(1, Math.floor(Number(value)) || 48));

const limitParameter: QueryParameter = {
  schema: z.int(),
  description: `with view=page: how many, 1 to ${longestPage}`,
  normalise: (value) => String(readLimit(value)),
};
const searchParameter = (searched: string): QueryParameter => ({
  schema: z.string(),
  description: `with view=page: only those that say so in ${searched}`,
  normalise: foldSearch,
});

export const blogParameters: Record<string, QueryParameter> = {
  view: {
    schema: z.enum(['summary', 'page']),
    description:
      'summary: leave out the content of each post; page: only the first ones that fit, without it',
    normalise: oneOf(['summary', 'page']),
  },
  limit: limitParameter,
  category: {
    schema: z.enum(blogCategories),
    description: 'with view=page: only those',
    normalise: oneOf(blogCategories),
  },
  q: searchParameter('title or excerpt'),
  before: {
    schema: z.string(),
    description: 'with view=page: only those that are older than the one with this id',
    normalise: readSlug,
  },
};

/** The parameters of a list that staff also take out, as it is filtered. */
export const exportParameters = (
  statuses: readonly string[],
  searched: string,
): Record<string, QueryParameter> => ({
  ...pageParameters(statuses, searched),
  view: {
    schema: z.enum(['page', 'all', 'csv']),
    description:
      'page: only the first ones that fit, and how many there are; all: all that fit; csv: all that fit, as a table',
    normalise: oneOf(['page', 'all', 'csv']),
  },
});

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
  limit: limitParameter,
  status: {
    schema: z.string(),
    description: 'with view: only those',
    normalise: (value) => oneOf(statuses)(value) || 'none',
  },
  q: searchParameter(searched),
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
