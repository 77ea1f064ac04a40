import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from '#contract/zod.ts';
import type { WaitingForm } from '../head-script.ts';
import { type Base, discardDraft, readDraft, storeDraft } from './drafts.ts';
import {
  fieldsOf,
  fill,
  hasChanges,
  incompleteDates,
  isBlank,
  type Values,
  valuesOf,
} from './form-values.ts';
import { prepareToasts } from './toast-outlet.tsx';
import { showToast } from './toasts.ts';

export type FieldErrors = Record<string, string>;

interface DraftFormOptions<Draft> {
  /** The name of the draft, which is in sessionStorage until the form is sent. Without a name, nothing is stored. */
  name?: string;
  /** Fetches the schema. Called when a field gets the focus, and before each validation. */
  schema(): Promise<z.ZodType<Draft>>;
  /** The initial values of a form that edits something. */
  initial?: Values;
  /** The version of the edited object. */
  version?: number | undefined;
  /** Shows no error summary: the first invalid field gets the focus, and an empty field has no message. */
  quiet?: boolean;
  /** Converts the field values to the request body. */
  toDraft?: (values: Values) => unknown;
  /** Returns the name of the form field that shows the error of a schema field. */
  fieldOf?: (name: string, values: Values) => string;
  /**
   * Sends the draft. Resolves with undefined if it was saved: the stored draft is then deleted. Resolves with the field
   * errors, maybe none, if it was not saved, and with 'again' to validate and send once more.
   */
  send(draft: Draft): Promise<FieldErrors | 'again' | undefined>;
}

export interface DraftForm {
  ref: RefObject<HTMLFormElement | null>;
  initial: Values;
  /** The saved state that this edit started from. */
  base: RefObject<Base>;
  quiet: boolean;
  values: Values;
  errors: FieldErrors;
  /** True if a value differs from the saved state. */
  isDirty: boolean;
  sending: boolean;
  onSubmit(event: FormEvent): void;
  onInput(): void;
  onFocus(): void;
  recheck(name: string): void;
  /** Sets field values, as if the user had typed them. */
  set(values: Values): void;
  /** Replaces the saved state. The fields then show `values`, by default those of `base`. */
  rebase(base: Base, values?: Values): void;
  discard(): void;
}

/**
 * Manages a form: validates it with a schema, stores unsaved values as a draft, and ignores a submit while another one
 * is in flight.
 */
export function useDraftForm<Draft>({
  name,
  schema,
  initial: given = nothing,
  version,
  quiet = false,
  toDraft = (values) => values,
  fieldOf = (field) => field,
  send,
}: DraftFormOptions<Draft>): DraftForm {
  const ref = useRef<HTMLFormElement>(null);
  // The initial values are fixed when the form opens: later data must not change fields while the user types.
  const [initial] = useState(given);
  const [opened] = useState<Base>(
    () => readDraft(name)?.base ?? { values: initial, ...(version !== undefined && { version }) },
  );
  const base = useRef(opened);
  const [values, setValues] = useState<Values>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [sending, setSending] = useState(false);
  const isSubmitting = useRef(false);

  useEffect(() => {
    if (!ref.current) return;
    const stored = readDraft(name)?.values ?? {};
    fill(ref.current, stored, 'untouched');
    const shown = valuesOf(ref.current);
    setValues(shown);
    // Stores values that were typed before hydration.
    storeDraft(name, { values: { ...stored, ...shown }, base: base.current });
    sendWaiting(ref.current);
  }, [name]);

  // A field that appears later, because of a choice in another field, gets its value from the stored draft.
  const knownFields = useRef(new Set<string>());
  useEffect(() => {
    if (!ref.current) return;
    const names = fieldsOf(ref.current).map((element) => element.name);
    const newFields = names.filter((each) => !knownFields.current.has(each));
    if (knownFields.current.size > 0 && newFields.length > 0) {
      const stored = readDraft(name)?.values ?? {};
      const missing = newFields.flatMap((each) =>
        stored[each] === undefined ? [] : [[each, stored[each]]],
      );
      fill(ref.current, Object.fromEntries(missing), 'untouched');
    }
    // Drops the errors of fields that have disappeared: the user cannot correct them.
    const gone = Object.keys(errors).filter(
      (each) => knownFields.current.has(each) && !names.includes(each),
    );
    if (gone.length > 0) {
      setErrors(
        Object.fromEntries(Object.entries(errors).filter(([each]) => !gone.includes(each))),
      );
    }
    knownFields.current = new Set(names);
  });

  async function check(): Promise<{ draft: Draft } | { errors: FieldErrors }> {
    const rules = await schema().catch(() => undefined);
    const current = valuesOf(ref.current);
    const fieldErrors: FieldErrors = Object.fromEntries(
      incompleteDates(ref.current).map((field) => [field, 'Complete this date, or clear it.']),
    );
    const draft = toDraft(current);
    // If the schema cannot be fetched, only the server validates, with the same rules.
    const parsed = rules?.safeParse(draft);
    for (const issue of parsed?.error?.issues ?? []) {
      const field = fieldOf(String(issue.path[0]), current);
      fieldErrors[field] ??= quiet && isBlank(current[field]) ? '' : issue.message;
    }
    if (Object.keys(fieldErrors).length > 0) return { errors: fieldErrors };
    return { draft: parsed?.data ?? (draft as Draft) };
  }

  function fail(fieldErrors: FieldErrors): void {
    // Renders synchronously, because the element to focus depends on the errors.
    flushSync(() => setErrors(fieldErrors));
    const target = quiet ? '[aria-invalid=true]' : '[data-error-summary]';
    ref.current?.querySelector<HTMLElement>(target)?.focus();
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    let outcome: FieldErrors | 'again' | undefined = {};
    try {
      const checked = await check();
      if ('errors' in checked) return fail(checked.errors);
      setErrors({});
      setSending(true);
      outcome = await send(checked.draft);
      if (outcome === undefined) discardDraft(name);
      else if (outcome !== 'again') {
        const current = valuesOf(ref.current);
        fail(
          Object.fromEntries(
            Object.entries(outcome).map(([field, text]) => [fieldOf(field, current), text]),
          ),
        );
      }
    } catch {
      showToast({
        title: 'Not sent',
        text: 'Something in this form could not be read. What you typed is still here.',
        tone: 'destructive',
      });
    } finally {
      isSubmitting.current = false;
      setSending(false);
    }
    if (outcome === 'again') ref.current?.requestSubmit();
  }

  function onInput() {
    const current = valuesOf(ref.current);
    setValues(current);
    // A field that is not rendered now keeps its stored value.
    const all = { ...readDraft(name)?.values, ...current };
    storeDraft(name, { values: all, base: base.current });
  }

  function set(next: Values) {
    if (ref.current) fill(ref.current, next);
    onInput();
  }

  return {
    ref,
    initial,
    base,
    quiet,
    values,
    errors,
    isDirty: hasChanges(values, base.current.values),
    sending,
    onSubmit,
    onInput,
    set,
    rebase(next, shown = next.values) {
      base.current = next;
      set(shown);
    },
    discard: () => discardDraft(name),
    onFocus() {
      prepareToasts();
      schema().catch(() => {});
    },
    /** Validates a field with an error again while the user corrects it. */
    async recheck(field) {
      if (errors[field] === undefined) return;
      const checked = await check().catch(() => ({ errors }));
      const fieldErrors = 'errors' in checked ? checked.errors : {};
      setErrors(({ [field]: _, ...others }) =>
        fieldErrors[field] === undefined ? others : { ...others, [field]: fieldErrors[field] },
      );
    },
  };
}

/** Sends a form that was submitted before hydration (head-script.ts). */
function sendWaiting(form: WaitingForm | null): void {
  if (!form?.isWaiting) return;
  form.isWaiting = false;
  delete document.documentElement.dataset.submit;
  form.requestSubmit();
}

const nothing: Values = {};

/** Empties the `text` field of a form that stays open after it was sent, unless the user has typed meanwhile. */
export function clearSent(form: DraftForm, sent: string): void {
  const { text } = valuesOf(form.ref.current);
  if (String(text ?? '').trim() === sent) form.rebase({ values: { text: '' } });
}
