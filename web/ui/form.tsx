import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode } from 'react';
import type { DraftForm, FieldErrors } from './draft-form.ts';

export const FormContext = createContext<
  Pick<DraftForm, 'errors' | 'initial' | 'values' | 'recheck' | 'onInput'>
>({ errors: {}, initial: {}, values: {}, recheck: () => {}, onInput: () => {} });

interface FormProps {
  form: DraftForm;
  /** The labels of the fields, for the error summary. */
  labels?: Record<string, string>;
  className?: string;
  children: ReactNode;
}

export function Form({ form, labels = {}, className, children }: FormProps) {
  return (
    <FormContext value={form}>
      <form
        ref={form.ref}
        className={className}
        // Without scripts `dialog` makes a submit do nothing: there is no dialog to close.
        method="dialog"
        noValidate
        onSubmit={form.onSubmit}
        onInput={form.onInput}
        onFocus={form.onFocus}
      >
        {!form.quiet && <ErrorSummary errors={form.errors} labels={labels} />}
        {children}
      </form>
    </FormContext>
  );
}

function ErrorSummary({ errors, labels }: { errors: FieldErrors; labels: Record<string, string> }) {
  const names = Object.keys(labels).filter((name) => errors[name]);
  if (names.length === 0) return null;
  return (
    <div className="alert above-form" role="alert" tabIndex={-1} data-error-summary>
      <CircleAlert className="i" aria-hidden="true" />
      <b>{names.length === 1 ? 'One answer needs' : `${names.length} answers need`} another look</b>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(name);
                const folded = field?.closest('details');
                if (folded) folded.open = true;
                field?.focus();
              }}
            >
              {labels[name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
