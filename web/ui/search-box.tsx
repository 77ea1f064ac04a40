import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);

  // Takes over text that was typed before hydration, or restored by the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once, after hydration
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
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  );
}
