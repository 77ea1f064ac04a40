import type { ReactNode } from 'react';

interface RadiosProps<Value> {
  legend: string;
  name: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value | undefined;
  onChange(value: Value): void;
  children?: ReactNode;
}

export function Radios<Value extends string | boolean>({
  legend,
  name,
  options,
  value,
  onChange,
  children,
}: RadiosProps<Value>) {
  return (
    <fieldset className="fieldset field">
      <legend className="lab">{legend}</legend>
      <div className="checks">
        {options.map(([each, label]) => (
          <label className="check" key={String(each)}>
            <input
              type="radio"
              name={name}
              checked={value === each}
              onChange={() => onChange(each)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
