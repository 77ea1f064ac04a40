import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, use } from 'react';
import { limits } from '#contract/vocabulary.ts';
import { FormContext } from './form.tsx';

export interface FieldProps {
  name: string;
  label: string;
  help?: string;
  optional?: boolean;
}

interface FieldFrameProps extends FieldProps {
  /** A short text beside the label. */
  labelNote?: string | undefined;
  /** Content between the control and the error. */
  note?: ReactNode;
  /** Renders the control with the given ARIA attributes. */
  children: (described: Described) => ReactNode;
}

/** Shows label, help, control, note and error. */
export function Field({
  name,
  label,
  help,
  optional,
  labelNote = optional ? 'Optional' : undefined,
  note,
  children,
}: FieldFrameProps) {
  const error = use(FormContext).errors[name];
  return (
    <div className={error === undefined ? 'field' : 'field err'}>
      <label htmlFor={name}>
        {label}
        {labelNote && <span className="opt">{labelNote}</span>}
      </label>
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
      {children(describedBy(name, help, error))}
      {note}
      <FieldError name={name} error={error} />
    </div>
  );
}

interface Described {
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

const describedBy = (name: string, help?: string, error?: string): Described => ({
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby':
    [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(' ') || undefined,
});

function FieldError({ name, error }: { name: string; error: string | undefined }) {
  return error ? (
    <p className="error" id={`${name}-error`}>
      <CircleAlert className="i" aria-hidden="true" />
      {error}
    </p>
  ) : null;
}

type Hints = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'
>;

/** Returns a function that makes the attributes of a text, number or date control. */
export function useControl({ name, optional }: Omit<FieldProps, 'label'>) {
  const { recheck, initial } = use(FormContext);
  return (described: Described, hints?: Hints) => ({
    id: name,
    name,
    className: 'input',
    dir: 'auto',
    defaultValue: initial[name],
    ...hints,
    'aria-required': !optional,
    onChange: () => recheck(name),
    ...described,
  });
}

interface TextFieldProps extends FieldProps, Hints {
  limit?: number;
  type?: 'text' | 'email' | 'url';
}

/** Shows a text field, and a note when the text is near or over `limit`. Does not cut a text that is too long. */
export function TextField({
  type = 'text',
  limit = type === 'url' ? limits.url : limits.line,
  placeholder = type === 'url' ? 'https://' : undefined,
  autoComplete,
  autoCapitalize,
  spellCheck,
  ...field
}: TextFieldProps) {
  const control = useControl(field);
  const hints = { placeholder, autoComplete, autoCapitalize, spellCheck };
  return (
    <Field {...field} note={<TextLimit name={field.name} limit={limit} />}>
      {(described) => <input type={type} {...control(described, hints)} />}
    </Field>
  );
}

interface TextLinesProps extends FieldProps {
  limit?: number;
  placeholder?: string;
}

export function TextLines({ limit = limits.text, placeholder, ...field }: TextLinesProps) {
  const control = useControl(field);
  return (
    <Field {...field} note={<TextLimit name={field.name} limit={limit} />}>
      {(described) => <textarea rows={3} {...control(described, { placeholder })} />}
    </Field>
  );
}

export function TextLimit({ name, limit }: { name: string; limit: number }) {
  const { values } = use(FormContext);
  return <LimitNote length={[...String(values[name] ?? '').trim()].length} limit={limit} />;
}

interface LimitNoteProps {
  length: number;
  limit: number;
  /** The unit of `length`, in the singular. */
  one?: string;
  many?: string;
}

/** Shows the remaining or surplus length, once more than 80 % of the limit is used. */
export function LimitNote({
  length,
  limit,
  one = 'character',
  many = 'characters',
}: LimitNoteProps) {
  if (length <= limit * 0.8) return null;
  const left = limit - length;
  const over = -left;
  return (
    <p className={left < 0 ? 'help over' : 'help'} role="status">
      {left >= 0
        ? `${left.toLocaleString('en')} of ${limit.toLocaleString('en')} ${many} left`
        : `${over.toLocaleString('en')} ${over === 1 ? one : many} over the limit of ${limit.toLocaleString('en')}`}
    </p>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly (string | { value: string; label: string; lang?: string | undefined })[];
  /** The text of the empty option. Without `placeholder` there is no empty option. */
  placeholder?: string;
  disabled?: boolean;
}

export function SelectField({ options, placeholder, disabled, ...field }: SelectFieldProps) {
  const { recheck, initial } = use(FormContext);
  const { name, optional } = field;
  return (
    <Field {...field}>
      {(described) => (
        <select
          id={name}
          name={name}
          className="input"
          defaultValue={initial[name]}
          disabled={disabled}
          aria-required={!optional}
          onChange={() => recheck(name)}
          {...described}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label, lang } =
              typeof option === 'string' ? { value: option, label: option } : option;
            return (
              <option key={value} value={value} lang={lang} dir="auto">
                {label}
              </option>
            );
          })}
        </select>
      )}
    </Field>
  );
}

interface ChoicesProps extends FieldProps {
  type: 'checkbox' | 'radio';
  options: readonly (string | { value: string; label: ReactNode })[];
}

/** Shows options as chips: checkboxes for several choices, radio buttons for one choice. */
export function Choices({ name, label, help, optional, type, options }: ChoicesProps) {
  const { errors, initial, recheck } = use(FormContext);
  const error = errors[name];
  const chosen = [initial[name] ?? []].flat();
  return (
    <fieldset
      className={error === undefined ? 'fieldset field' : 'fieldset field err'}
      {...(type === 'radio' && { role: 'radiogroup', 'aria-required': !optional })}
      {...describedBy(name, help, error)}
    >
      <legend className="lab">
        {label}
        {optional && <span className="opt">Optional</span>}
      </legend>
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
      <div className={options.length > 6 ? 'checks checks-grid' : 'checks'}>
        {options.map((option, index) => {
          const { value, label: text } =
            typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <label key={value} className="check">
              <input
                id={index === 0 ? name : undefined}
                type={type}
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
                onChange={() => recheck(name)}
              />
              <span>{text}</span>
            </label>
          );
        })}
      </div>
      <FieldError name={name} error={error} />
    </fieldset>
  );
}
