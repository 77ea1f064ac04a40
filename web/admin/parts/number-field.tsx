import { Field, type FieldProps, useControl } from '../../ui/field.tsx';

interface NumberFieldProps extends FieldProps {
  min: number;
  max?: number;
}

export function NumberField({ min, max, ...field }: NumberFieldProps) {
  const control = useControl(field);
  return (
    <Field {...field}>
      {(described) => (
        <input
          type="number"
          min={min}
          max={max}
          step="any"
          inputMode="decimal"
          {...control(described)}
        />
      )}
    </Field>
  );
}
