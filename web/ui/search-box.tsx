import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);

  // What was typed before the scripts came, or what the browser brought back, counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is there at the start
  useEffect(() => {
    if (input.current && input.current.value !== value) onChange(input.current.value);
  }, []);

  return (
    <search className="search">
      <Search className="i" aria-hidden="true" />
      <input
        ref={input}
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
