interface SelectFilterProps {
  label: string;
  /** The label of the option that turns the filter off. */
  all: string;
  value: string;
  values: readonly string[];
  labelOf?(value: string): string;
  onChange(value: string): void;
}

export function SelectFilter({
  label,
  all,
  value: chosen,
  values,
  labelOf = (value) => value,
  onChange,
}: SelectFilterProps) {
  return (
    <select
      className="input"
      aria-label={label}
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {labelOf(value)}
        </option>
      ))}
    </select>
  );
}
