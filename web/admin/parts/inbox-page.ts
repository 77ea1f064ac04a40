import type { Source } from '../../api/query-cache.ts';
import type { Part } from './filters.ts';

/** The fields that ideas, applications and contacts have in common. */
export interface Submission {
  id: string;
  status: string;
  version: number;
  createdAt: string;
  notes?: string | null;
  answer?: string | undefined;
  ownerId?: string | null | undefined;
  duplicateOf?: string | undefined;
  /** Missing if the sender gave none. */
  email?: string | undefined;
}

/** The decision of staff on a submission. */
export interface Review {
  status: string;
  notes?: string | null | undefined;
  answer?: string | null | undefined;
  ownerId?: string | null | undefined;
}

/** A page of submissions; see list-page.ts of the contract. */
export interface InboxPage<Item extends Submission> {
  items: Item[];
  total: number;
  counts: Record<string, number>;
  isAtLeast: boolean;
  hasMore: boolean;
}

/** How many submissions the list starts with, and grows by. */
export const step = 48;

/** The query for a part of the list at this path. */
export const pageOf = <Item extends Submission>(
  path: string,
  { limit = step, ...part }: Part = {},
): Source<InboxPage<Item>> => {
  const given = Object.entries(part).flatMap(([name, value]) =>
    value ? [[name, `${value}`]] : [],
  );
  return {
    path: `${path}?${new URLSearchParams([['view', 'page'], ['limit', `${limit}`], ...given])}`,
  };
};
