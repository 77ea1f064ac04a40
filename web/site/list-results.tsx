import { type ReactNode, useRef } from 'react';
import { countText } from '../ui/count-text.ts';
import { ListEnd } from './list-end.tsx';
import type { ListSearch } from './list-search.ts';
import { Results } from './results.tsx';

interface ListResultsProps {
  /** The singular for labels, such as "idea". */
  noun: string;
  search: ListSearch;
  failure: string;
  /** The entries, or a text if there are none. */
  children: ReactNode;
}

export function ListResults({ noun, search, failure, children }: ListResultsProps) {
  const { page, isWaiting, retry, links } = search;
  const total = countText(page.total, page.isAtLeast);
  return (
    <Results
      ref={useRef(null)}
      count={`${total} ${page.total === 1 ? noun : `${noun}s`}`}
      isWaiting={isWaiting}
      retry={retry}
      failure={failure}
    >
      {children}
      <ListEnd noun={`${noun}s`} links={links} shown={page.items.length} total={total} />
    </Results>
  );
}
