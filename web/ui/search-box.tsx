import { Search } from 'lucide-react';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <search className="search">
      <Search className="i" aria-hidden="true" />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  );
}
