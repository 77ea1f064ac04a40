import { Field, type FieldProps, useControl } from '../../ui/field.tsx';

/** The largest date for `max`. With it, browsers accept only four digits for the year. */
const lastDay = '9999-12-31';
export const lastMinute = `${lastDay}T23:59`;

export function DateField(field: FieldProps) {
  const control = useControl(field);
  return (
    <Field {...field}>
      {(described) => <input type="date" max={lastDay} {...control(described)} />}
    </Field>
  );
}

export function DateTimeField(field: FieldProps) {
  const control = useControl(field);
  return (
    <Field {...field}>
      {(described) => <input type="datetime-local" max={lastMinute} {...control(described)} />}
    </Field>
  );
}
