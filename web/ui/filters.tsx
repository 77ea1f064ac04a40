import type { ReactNode } from 'react';

interface FiltersProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode; count?: number }[];
  chosen: string;
  onChoose(value: Value): void;
}

/** A row of choices on a rule; the pressed one is the position marker. */
export function Filters<Value extends string>({
  label,
  options,
  chosen,
  onChoose,
}: FiltersProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div className="filters" role="group" aria-label={label}>
      {options.map(({ value, label: text, icon, count }) => (
        <button
          key={value}
          type="button"
          className="filter"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          onFocus={({ currentTarget }) =>
            currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
        >
          {icon}
          {text}
          {count !== undefined && <span className="n">{count}</span>}
        </button>
      ))}
    </div>
  );
}
