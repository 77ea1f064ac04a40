import { useDeferredValue } from 'react';
import { useSearch } from 'wouter';
import { waitingFilter } from '#contract/inbox.ts';
import { foldSearch } from '#contract/search-text.ts';
import { beforeIn } from '../../api/sources.ts';
import { useSearchParam } from '../../search-params.ts';

/** A filter of one kind of submissions, such as the role of applications. */
export interface OwnFilter {
  /** The name of the parameter, both in the URL of the page and in the API. */
  name: string;
  label: string;
  /** The label of the option that turns the filter off. */
  all: string;
  values: readonly string[];
}

/** Query parameters of the API that select a part of a list. */
export type ListQuery = Record<string, string | number | undefined>;

const orders = ['newest', 'oldest'] as const;
const nothing: readonly string[] = [];

/** Manages the filters and the sort order of a list of submissions. They are in the query string of the page. */
export function useFilters(statuses: readonly string[], [first, second]: readonly OwnFilter[]) {
  const [status, setStatus] = useSearchParam('status', [waitingFilter, ...statuses]);
  const [search, setSearch] = useSearchParam('q');
  const [owner, setOwner] = useSearchParam('owner', ['me']);
  const [order, setOrder] = useSearchParam('sort', orders);
  const [one, setOne] = useSearchParam(first?.name ?? 'none', first?.values ?? nothing);
  const [two, setTwo] = useSearchParam(second?.name ?? 'none', second?.values ?? nothing);
  const q = foldSearch(useDeferredValue(search));
  // By default, waiting submissions are listed oldest first: staff begin with the one that has waited longest.
  const defaultOrder = status === waitingFilter ? 'oldest' : 'newest';
  const sort = order || defaultOrder;

  const ofKind = [
    ...(first ? [{ ...first, value: one, set: setOne }] : []),
    ...(second ? [{ ...second, value: two, set: setTwo }] : []),
  ];
  const filter: ListQuery = {
    status,
    q,
    owner,
    ...Object.fromEntries(ofKind.map(({ name, value }) => [name, value])),
  };
  const address = new URLSearchParams(useSearch());
  // A changed filter is written to the URL after a delay. Until then, `before` in the URL belongs to the old filter.
  const isWritten = Object.entries({ ...filter, sort: order }).every(([name, value]) => {
    const written = address.get(name) ?? '';
    return (name === 'q' ? foldSearch(written) : written) === value;
  });

  return {
    status,
    setStatus,
    search,
    setSearch,
    isMine: owner === 'me',
    setMine: (isMine: boolean) => setOwner(isMine ? 'me' : ''),
    isOldestFirst: sort === 'oldest',
    setOldestFirst(isOldest: boolean) {
      const chosen = isOldest ? 'oldest' : 'newest';
      setOrder(chosen === defaultOrder ? '' : chosen);
    },
    ofKind,
    /** The API parameters without the sort order. */
    filter,
    /** The API parameters with the sort order. */
    listQuery: { ...filter, sort: sort === 'oldest' ? sort : '' } as ListQuery,
    q,
    /** The id of the submission just before the first shown submission. Empty if the list is shown from its start. */
    before: isWritten ? beforeIn(address) : '',
    isFiltered: Boolean(search || status || owner || one || two),
  };
}

export type Filters = ReturnType<typeof useFilters>;
