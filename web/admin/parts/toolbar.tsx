import { SearchBox } from '../../ui/search-box.tsx';

interface ToolbarProps {
  search?: { label: string; value: string; onChange(value: string): void };
  filter: {
    label: string;
    all: string;
    value: string;
    options: readonly { value: string; label: string }[];
    onChange(value: string): void;
  };
}

export function Toolbar({ search, filter }: ToolbarProps) {
  return (
    <div className="admin-toolbar">
      {search && <SearchBox {...search} />}
      <select
        className="input"
        aria-label={filter.label}
        value={filter.value}
        onChange={(event) => filter.onChange(event.target.value)}
      >
        <option value="">{filter.all}</option>
        {filter.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

export const asOptions = (values: readonly string[], labelOf = (value: string) => value) =>
  values.map((value) => ({ value, label: labelOf(value) }));
