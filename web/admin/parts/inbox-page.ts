import type { Source } from '../../api/query-cache.ts';
import type { ListQuery } from './filters.ts';

/** The fields of ideas, applications and contacts that the inbox uses. Not every kind has all optional fields. */
export interface Submission {
  id: string;
  status: string;
  version: number;
  createdAt: string;
  notes?: string | null;
  answer?: string | undefined;
  ownerId?: string | null | undefined;
  duplicateOf?: string | undefined;
  /** Undefined if the sender gave no e-mail address. */
  email?: string | undefined;
}

/** The fields of a submission that staff change. An undefined field stays as it is. */
export interface Review {
  status: string;
  notes?: string | null | undefined;
  answer?: string | null | undefined;
  ownerId?: string | null | undefined;
}

/** A page of submissions. contract/list-page.ts describes the fields. */
export interface InboxPage<Item extends Submission> {
  items: Item[];
  total: number;
  counts: Record<string, number>;
  isAtLeast: boolean;
  hasMore: boolean;
}

/** The number of submissions that are shown at first, and that scrolling adds each time. */
export const pageSize = 48;

/** Returns the query for a part of the list at the API path `path`. */
export const pageOf = <Item extends Submission>(
  path: string,
  { limit = pageSize, ...part }: ListQuery = {},
): Source<InboxPage<Item>> => {
  const given = Object.entries(part).flatMap(([name, value]) =>
    value ? [[name, `${value}`]] : [],
  );
  return {
    path: `${path}?${new URLSearchParams([['view', 'page'], ['limit', `${limit}`], ...given])}`,
  };
};
