import { useDeferredValue } from 'react';
import { useSearch } from 'wouter';
import { waiting } from '#contract/inbox.ts';
import { foldSearch } from '#contract/search-text.ts';
import { beforeIn } from '../../api/sources.ts';
import { useSearchParam } from '../../search-params.ts';

/** A filter that only some kinds of submissions have. */
export interface OwnFilter {
  /** The parameter of the page's address and of the API. */
  name: string;
  label: string;
  /** Text of the choice that filters nothing. */
  all: string;
  values: readonly string[];
}

/** The parameters of the API for a part of a list. */
export type Part = Record<string, string | number | undefined>;

const orders = ['newest', 'oldest'] as const;
const nothing: readonly string[] = [];

/** The filters and the order of a list of submissions. They are in the address of the page. */
export function useFilters(statuses: readonly string[], [first, second]: readonly OwnFilter[]) {
  const [status, setStatus] = useSearchParam('status', [waiting, ...statuses]);
  const [search, setSearch] = useSearchParam('q');
  const [owner, setOwner] = useSearchParam('owner', ['me']);
  const [order, setOrder] = useSearchParam('sort', orders);
  const [one, setOne] = useSearchParam(first?.name ?? 'none', first?.values ?? nothing);
  const [two, setTwo] = useSearchParam(second?.name ?? 'none', second?.values ?? nothing);
  const q = foldSearch(useDeferredValue(search));
  // Staff answer the submission first that has waited longest.
  const usual = status === waiting ? 'oldest' : 'newest';
  const sort = order || usual;

  const own = [
    ...(first ? [{ ...first, value: one, set: setOne }] : []),
    ...(second ? [{ ...second, value: two, set: setTwo }] : []),
  ];
  const filter: Part = {
    status,
    q,
    owner,
    ...Object.fromEntries(own.map(({ name, value }) => [name, value])),
  };
  const address = new URLSearchParams(useSearch());
  // A newer filter, which is not written to the address yet, starts from the top.
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
      setOrder(chosen === usual ? '' : chosen);
    },
    own,
    /** Everything but the order. */
    filter,
    /** The parameters of the API. */
    asked: { ...filter, sort: sort === 'oldest' ? sort : '' } as Part,
    q,
    /** The id of the entry before the first one; empty if the list begins at its beginning. */
    before: isWritten ? beforeIn(address) : '',
    isFiltered: Boolean(search || status || owner || one || two),
  };
}

export type Filters = ReturnType<typeof useFilters>;
