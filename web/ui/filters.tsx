import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { isPlainClick } from '../link.tsx';

interface FiltersProps<Value extends string> {
  label: string;
  /** The query parameter of the filter. */
  name: string;
  options: readonly { value: Value; label: ReactNode; icon?: ReactNode; count?: string }[];
  chosen: string;
  onChoose(value: Value): void;
  /** The hash of the links. Without scripts a click loads a new document, which scrolls to it. */
  hash?: string;
}

/**
 * Shows a row of filters. Each is a link to the filtered list, and so works without scripts. The empty value selects
 * all entries.
 */
export function Filters<Value extends string>({
  label,
  name,
  options,
  chosen,
  onChoose,
  hash = '',
}: FiltersProps<Value>) {
  const search = useSearch();

  function hrefOf(value: string): string {
    const query = new URLSearchParams(search);
    query.delete('shown');
    query.delete('before');
    query.delete(name);
    if (value) query.set(name, value);
    return `?${query}${hash}`;
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers would announce a fieldset as part of a form
    <div className="filters" role="group" aria-label={label}>
      {options.map(({ value, label: text, icon, count }) => (
        <a
          key={value}
          className="filter"
          href={hrefOf(value)}
          aria-current={value === chosen ? 'true' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onChoose(value);
          }}
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
        >
          {icon}
          {text}
          {count !== undefined && <span className="n">{count}</span>}
        </a>
      ))}
    </div>
  );
}
