import { waitingFilter } from '#contract/inbox.ts';
import { foldSearch } from '#contract/search-text.ts';
import { titleWords } from '#contract/title-words.ts';
import type { User } from '#contract/user.ts';
import {
  applicationRoles,
  blogCategories,
  circles,
  expertises,
  ideaStatuses,
  limits,
} from '#contract/vocabulary.ts';
import { z } from '#contract/zod.ts';
import type { BlogPageQuery } from '../store/blog.ts';
import { facets } from '../store/facets.ts';
import type { PageQuery } from '../store/list-page.ts';
import type { LogQuery } from '../store/log.ts';
import type { QueryParameter } from './route.ts';

const longestPage = 384;

/** Returns a function that returns an allowed value as it is, and '' for any other value. */
export const keepIfOneOf = (allowed: readonly string[]) => (value: string) =>
  allowed.includes(value) ? value : '';

export const isPage = (query: URLSearchParams) => query.get('view') === 'page';

/** Reads the parameters of the list of posts with `view=page`. Invalid values count as missing; `limit` is clamped. */
export const blogPageQuery = (query: URLSearchParams): BlogPageQuery => ({
  wanted: foldSearch(query.get('q') ?? ''),
  category: keepIfOneOf(blogCategories)(query.get('category') ?? ''),
  tag: readTag(query.get('tag') ?? ''),
  before: readSlug(query.get('before') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

/** Like `blogPageQuery`, for the lists of submissions. An unknown status is kept, and matches no submission. */
export const pageQuery = (query: URLSearchParams): PageQuery => ({
  wanted: foldSearch(query.get('q') ?? ''),
  status: query.get('status') ?? '',
  before: readId(query.get('before') ?? ''),
  after: readId(query.get('after') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

/** The filters of the lists for staff: the allowed values of each parameter, and the facet (facets.ts) for a value. */
const staffFilters = {
  role: { values: applicationRoles, facet: facets.role },
  expertise: { values: expertises, facet: facets.expertise },
  circle: { values: circles, facet: facets.circle },
} as const;
type StaffFilter = keyof typeof staffFilters;

/** Reads the parameters of a list for staff, both for a page and for an export. */
export function staffPageQuery(query: URLSearchParams, user: User): PageQuery {
  const chosen = Object.entries(staffFilters).flatMap(([name, { values, facet }]) => {
    const value = keepIfOneOf(values)(query.get(name) ?? '');
    return value ? [facet(value)] : [];
  });
  const owner = query.get('owner') === 'me' ? user.id : readId(query.get('owner') ?? '');
  return {
    ...pageQuery(query),
    isWaiting: query.get('status') === waitingFilter,
    facets: owner ? [facets.owner(owner), ...chosen] : chosen,
    sort: query.get('sort') === 'oldest' ? 'oldest' : 'newest',
  };
}

/** Returns the words of a title by which it is compared with other titles. */
export const readTitle = (value: string): string =>
  titleWords(value.slice(0, limits.line)).join(' ');

const readId = (value: string) => /^[0-9a-f-]{36}$/.exec(value)?.[0] ?? '';
const readSlug = (value: string) => /^[\p{L}\p{N}\p{M}-]{1,100}$/u.exec(value)?.[0] ?? '';
/** Returns '' for a text that is too long to be a tag. */
const readTag = (value: string) => (value.length <= limits.listEntry ? value.trim() : '');
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
    normalise: keepIfOneOf(['summary', 'page']),
  },
  limit: limitParameter,
  category: {
    schema: z.enum(blogCategories),
    description: 'with view=page: only those',
    normalise: keepIfOneOf(blogCategories),
  },
  tag: {
    schema: z.string(),
    description: 'with view=page: only those with this tag',
    normalise: readTag,
  },
  q: searchParameter('title or excerpt'),
  before: {
    schema: z.string(),
    description: 'with view=page: only those that are older than the one with this id',
    normalise: readSlug,
  },
};

export const logQuery = (query: URLSearchParams): LogQuery => ({
  before: readId(query.get('before') ?? ''),
  limit: readLimit(query.get('limit') ?? ''),
});

/** Returns the id of the pod whose flight log staff ask for, or '' for the logs of all pods. */
export const logPod = (query: URLSearchParams) => readSlug(query.get('pod') ?? '');

export const logParameters: Record<string, QueryParameter> = {
  limit: { ...limitParameter, description: `how many, 1 to ${longestPage}` },
  before: {
    schema: z.string(),
    description: 'only those that are older than the one with this id',
    normalise: readId,
  },
};

export const staffLogParameters: Record<string, QueryParameter> = {
  ...logParameters,
  pod: {
    schema: z.string(),
    description: 'only those of the pod with this id',
    normalise: readSlug,
  },
};

export const ideaParameters: Record<string, QueryParameter> = {
  ...pageParameters(ideaStatuses, 'title, problem or solution'),
  view: {
    schema: z.enum(['page', 'links', 'changes', 'similar']),
    description:
      'page: only the first ones that fit, and how many there are; links: the titles of the first 1,000; changes: the newest changes of status; similar: up to three with a title like another one',
    normalise: keepIfOneOf(['page', 'links', 'changes', 'similar']),
  },
  title: {
    schema: z.string(),
    description: 'with view=similar: the title to compare with, three words at least',
    normalise: readTitle,
  },
};

/** The parameters of the lists for staff. `view=all` and `view=csv` export the filtered list. */
export const staffParameters = (
  statuses: readonly string[],
  searched: string,
  filters: StaffFilter[] = [],
): Record<string, QueryParameter> => ({
  ...pageParameters([waitingFilter, ...statuses], searched),
  ...Object.fromEntries(
    filters.map((name) => [
      name,
      {
        schema: z.enum(staffFilters[name].values),
        description: 'with view: only those',
        normalise: keepIfOneOf(staffFilters[name].values),
      },
    ]),
  ),
  owner: {
    schema: z.string(),
    description: 'with view: only those of the member of staff with this id; me: only your own',
    normalise: (value) => (value === 'me' ? value : readId(value)),
  },
  sort: {
    schema: z.enum(['newest', 'oldest']),
    description: 'with view=page: the order of the list',
    normalise: keepIfOneOf(['oldest']),
  },
  view: {
    schema: z.enum(['page', 'all', 'csv']),
    description:
      'page: only the first ones that fit, and how many there are; all: all that fit; csv: all that fit, as a table',
    normalise: keepIfOneOf(['page', 'all', 'csv']),
  },
});

/** The parameters of a list of submissions that has pages. */
function pageParameters(
  statuses: readonly string[],
  searched: string,
): Record<string, QueryParameter> {
  return {
    view: {
      schema: z.literal('page'),
      description: 'page: only the first ones that fit, and how many there are',
      normalise: keepIfOneOf(['page']),
    },
    limit: limitParameter,
    status: {
      schema: z.string(),
      description: 'with view: only those',
      // An unknown status must match nothing. The value '' would match every status.
      normalise: (value) => keepIfOneOf(statuses)(value) || 'none',
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
  };
}
