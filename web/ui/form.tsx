import { CircleAlert } from 'lucide-react';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { keep, readKept } from './tab-storage.ts';
import { prepareToasts } from './toast-outlet.tsx';

/** The fields' own contents live in the page's inputs, so what was typed before the scripts came stays. */

export type Values = Record<string, string | string[]>;
export type FieldErrors = Record<string, string>;

export const FormContext = createContext<
  Pick<DraftForm, 'errors' | 'initial' | 'values' | 'recheck' | 'onInput'>
>({ errors: {}, initial: {}, values: {}, recheck: () => {}, onInput: () => {} });

interface DraftFormOptions<Draft> {
  /** Under this name what is typed is kept in the tab until it is sent. */
  name: string;
  /** The rules, fetched when they are about to be needed. */
  schema(): Promise<z.ZodType<Draft>>;
  /** What the fields start with, where something is edited. */
  initial?: Values;
  /** Of what is edited: a draft is of the version that it was begun on. */
  version?: number | undefined;
  /** A field that is only missing is focused and marked, without a word. */
  quiet?: boolean;
  /** From the fields to what is sent. */
  toDraft?: (values: Values) => unknown;
  /** Which field tells of an error that the schema found. */
  fieldOf?: (name: string, values: Values) => string;
  /** Resolves when it is sent; answers the errors of the fields where the server found some. */
  send(draft: Draft): Promise<FieldErrors | undefined>;
}

export interface DraftForm {
  ref: RefObject<HTMLFormElement | null>;
  initial: Values;
  /** The version that what is typed was begun on. */
  version: number | undefined;
  quiet: boolean;
  values: Values;
  errors: FieldErrors;
  sending: boolean;
  onSubmit(event: FormEvent): void;
  onInput(): void;
  onFocus(): void;
  recheck(name: string): void;
  /** Forgets what was kept: it was thrown away on purpose. */
  discard(): void;
}

/** A form that validates with the contract, keeps what was typed, and sends once at a time. */
export function useDraftForm<Draft>({
  name,
  schema,
  initial: given = nothing,
  version: current,
  quiet = false,
  toDraft = (values) => values,
  fieldOf = (field) => field,
  send,
}: DraftFormOptions<Draft>): DraftForm {
  const ref = useRef<HTMLFormElement>(null);
  // As it was when the form was opened: what comes later must not change fields under somebody's hands.
  const [initial] = useState(given);
  const [version] = useState(() => keptVersion(name) ?? current);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const busy = useRef(false);

  useEffect(() => {
    if (!ref.current) return;
    fill(ref.current, keptDraft(name));
    const there = valuesOf(ref.current);
    setValues(there);
    // What was typed before the scripts came is kept from here on.
    const isTyped = ([field, value]: [string, string | string[]]) =>
      !isBlank(value) && String(value) !== String(initial[field] ?? '');
    if (Object.entries(there).some(isTyped))
      keepDraft(name, { ...keptDraft(name), ...there }, version);
    sendWaiting(ref.current);
  }, [name, initial, version]);

  // A field that appears later, because of an answer, gets back what was typed in it.
  const known = useRef(new Set<string>());
  useEffect(() => {
    if (!ref.current) return;
    const names = fieldsOf(ref.current).map((element) => element.name);
    const fresh = names.filter((each) => !known.current.has(each));
    if (known.current.size > 0 && fresh.length > 0) {
      const kept = keptDraft(name);
      const missing = fresh.flatMap((each) =>
        kept[each] === undefined ? [] : [[each, kept[each]]],
      );
      fill(ref.current, Object.fromEntries(missing));
    }
    // Nobody can mend a field that is no longer asked for.
    const gone = Object.keys(errors).filter(
      (each) => known.current.has(each) && !names.includes(each),
    );
    if (gone.length > 0) {
      setErrors(
        Object.fromEntries(Object.entries(errors).filter(([each]) => !gone.includes(each))),
      );
    }
    known.current = new Set(names);
  });

  async function check(): Promise<{ draft: Draft } | { errors: FieldErrors }> {
    const rules = await schema().catch(() => undefined);
    const current = valuesOf(ref.current);
    // The server has the same rules, and says so if it cannot be reached either.
    if (!rules) return { draft: toDraft(current) as Draft };
    const parsed = rules.safeParse(toDraft(current));
    if (parsed.success) return { draft: parsed.data };
    const found: FieldErrors = {};
    for (const issue of parsed.error.issues) {
      const field = fieldOf(String(issue.path[0]), current);
      found[field] ??= quiet && isBlank(current[field]) ? '' : issue.message;
    }
    return { errors: found };
  }

  function fail(found: FieldErrors): void {
    // At once: the focus goes to what is drawn by it.
    flushSync(() => setErrors(found));
    const target = quiet ? '[aria-invalid=true]' : '[data-error-summary]';
    ref.current?.querySelector<HTMLElement>(target)?.focus();
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      const checked = await check();
      if ('errors' in checked) return fail(checked.errors);
      setErrors({});
      setSending(true);
      const refused = await send(checked.draft);
      if (refused) {
        const current = valuesOf(ref.current);
        fail(
          Object.fromEntries(
            Object.entries(refused).map(([field, text]) => [fieldOf(field, current), text]),
          ),
        );
      } else {
        keepDraft(name, undefined);
      }
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  return {
    ref,
    initial,
    version,
    quiet,
    discard: () => keepDraft(name, undefined),
    values,
    errors,
    sending,
    onSubmit,
    onInput() {
      const current = valuesOf(ref.current);
      setValues(current);
      // A field that is not shown just now keeps what was in it.
      keepDraft(name, { ...keptDraft(name), ...current }, version);
    },
    onFocus() {
      prepareToasts();
      schema().catch(() => {});
    },
    /** A field that was wrong is looked at again while it is mended. */
    async recheck(field) {
      if (errors[field] === undefined) return;
      const checked = await check();
      const found = 'errors' in checked ? checked.errors : {};
      setErrors(({ [field]: _, ...others }) =>
        found[field] === undefined ? others : { ...others, [field]: found[field] },
      );
    },
  };
}

/** It was sent before the scripts came: see in-head.ts. */
export function sendWaiting(form: (HTMLFormElement & { waits?: boolean }) | null): void {
  if (!form?.waits) return;
  form.waits = false;
  form.requestSubmit();
}

/** For a form that is sent in a way of its own: what is typed in it is kept in the tab all the same. */
export function useKeptForm(name: string, current?: number) {
  const ref = useRef<HTMLFormElement>(null);
  const [version, setVersion] = useState(() => keptVersion(name) ?? current);
  useEffect(() => {
    if (ref.current) fill(ref.current, keptDraft(name));
  }, [name]);
  return {
    ref,
    /** The one that what is typed was begun on; another one once a person has been told of it. */
    version,
    setVersion(next: number) {
      setVersion(next);
      keepDraft(name, valuesOf(ref.current), next);
    },
    onInput: () => keepDraft(name, valuesOf(ref.current), version),
    forget: () => keepDraft(name, undefined),
  };
}

interface FormProps {
  form: DraftForm;
  /** For the summary of what is wrong. */
  labels?: Record<string, string>;
  children: ReactNode;
}

export function Form({ form, labels = {}, children }: FormProps) {
  return (
    <FormContext value={form}>
      <form
        ref={form.ref}
        // Where no script ever runs, what was typed must not end up in the address bar.
        method="post"
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
    <div className="alert mb-9" role="alert" tabIndex={-1} data-error-summary>
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

function valuesOf(form: HTMLFormElement | null): Values {
  const values: Values = {};
  if (!form) return values;
  for (const element of fieldsOf(form)) {
    const { name, value } = element;
    if (element.type === 'checkbox') {
      const chosen = (values[name] as string[] | undefined) ?? [];
      values[name] = (element as HTMLInputElement).checked ? [...chosen, value] : chosen;
    } else if (element.type === 'radio') {
      values[name] ??= '';
      if ((element as HTMLInputElement).checked) values[name] = value;
    } else {
      values[name] = value;
    }
  }
  return values;
}

function fill(form: HTMLFormElement, values: Values): void {
  for (const element of fieldsOf(form)) {
    const value = values[element.name];
    if (value === undefined) continue;
    if (element.type === 'checkbox' || element.type === 'radio') {
      (element as HTMLInputElement).checked =
        value === element.value || value.includes(element.value);
    } else if (!isTouched(element)) {
      element.value = String(value);
    }
  }
}

/** What somebody has typed already, perhaps before the scripts came, is theirs. */
const isTouched = (element: FieldElement) =>
  'defaultValue' in element && element.value !== element.defaultValue;

const nothing: Values = {};
const isBlank = (value: string | string[] | undefined) => !value || String(value).trim() === '';

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is FieldElement =>
      ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) &&
      (element as FieldElement).name !== '',
  );

const draftName = (name: string) => `draft:${name}`;
const versionName = (name: string) => `draft-version:${name}`;
const keptDraft = (name: string): Values => readKept(draftName(name)) ?? {};
const keptVersion = (name: string) => readKept<number>(versionName(name));

/** All but passwords, which are kept nowhere. */
function keepDraft(name: string, values: Values | undefined, version?: number): void {
  const fields = Object.entries(values ?? {}).filter(([field]) => !/password/i.test(field));
  keep(draftName(name), values && Object.fromEntries(fields));
  keep(versionName(name), values && version);
}
