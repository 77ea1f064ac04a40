import '../../ui/zod.ts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { statusOf } from '../../api/client.ts';
import { refusalOf } from '../../api/submit.ts';
import { type DraftForm, type FieldErrors, useDraftForm } from '../../ui/draft-form.ts';
import { type Base, readDraft } from '../../ui/drafts.ts';
import { differ, type Values, valuesOf } from '../../ui/form-values.ts';
import { showToast } from '../../ui/toasts.ts';
import { isAnswered, showFailure } from '../request.ts';
import { useSession } from '../session.tsx';
import { staffName } from '../staff-drafts.ts';
import { merge } from './merge.ts';

interface EditingOptions<Draft> {
  /** The name of the draft in sessionStorage. Each entry that can be edited has its own. */
  name: string;
  /** The saved state, which the form shows until the user types. */
  saved: Base;
  schema: z.ZodType<Draft>;
  toDraft?(values: Values): unknown;
  /**
   * Saves the draft. `version` is the version that the user has seen: the server refuses with 412 if there is a newer
   * one. `taken` has the labels of the fields in which another user's changes were kept. `isRepeat` is true if the
   * answer to an earlier save of this draft was lost.
   */
  save(
    draft: Draft,
    version: number | undefined,
    taken: string[],
    isRepeat: boolean,
  ): Promise<void>;
  /** Checks rules that are not in the schema. */
  check?(draft: Draft): FieldErrors | undefined;
  /** Fetches the saved state after a 412. A `notice` in it is shown, and then the user has to save again. */
  readLatest?(): Promise<(Base & { notice?: string | undefined }) | undefined>;
  /** The labels of the fields that can be in conflict, by field. */
  labels: Record<string, string>;
  /** The title of the toast after a failed save. */
  failure: string;
  /** Runs after everything is saved, if the form is still rendered. */
  onDone(): void;
}

export interface Dispute {
  field: string;
  theirs: string;
  mine: string;
}

export interface Editing {
  form: DraftForm;
  /** The fields that both users changed. Nothing is sent until the user has decided on each. */
  disputes: Dispute[];
  decide(field: string, side: 'mine' | 'theirs'): void;
  labels: Record<string, string>;
}

/**
 * The form of most editors in the staff area: keeps a draft, validates it, saves it, and merges it with changes of
 * other users. Posts have `useWriting` instead.
 */
export function useEditing<Draft>({
  name,
  saved,
  schema,
  toDraft,
  save,
  check,
  readLatest,
  labels,
  failure,
  onDone,
}: EditingOptions<Draft>): Editing {
  const fields = Object.keys(labels);
  const [conflict, setConflict] = useState<{ latest: Base; disputed: string[] }>();
  /** The labels of the fields that were taken over from another user since the last save. */
  const taken = useRef<string[]>([]);
  const form = useDraftForm({
    name: useDraftName(name),
    schema: async () => schema,
    initial: saved.values,
    version: saved.version,
    ...(toDraft && { toDraft }),
    quiet: true,
    send,
  });
  useNewerData(form, saved, fields);
  useWarning(form.isDirty);

  async function send(draft: Draft): Promise<FieldErrors | 'again' | undefined> {
    if (conflict) {
      focusConflict(form.ref.current);
      return {};
    }
    const missing = check?.(draft);
    if (missing) return missing;
    const { base } = form;
    const before = base.current;
    const lost = before.sent ?? [];
    base.current = { ...before, sent: withLatest(lost, valuesOf(form.ref.current)) };
    form.onInput();
    try {
      await save(draft, before.version, taken.current, lost.length > 0);
      taken.current = [];
      // `discard` comes before `onDone`, because the list that is shown next marks entries that have a draft.
      form.discard();
      if (form.ref.current) onDone();
      return undefined;
    } catch (error) {
      if (isAnswered(error)) base.current = before;
      // If the user has left the form in the meantime, it has no values to store, and its draft must stay as it is.
      if (form.ref.current) form.onInput();
      const latest = statusOf(error) === 412 ? await readLatest?.().catch(() => {}) : undefined;
      const isNewer = latest && latest.version !== before.version;
      // If the user has left the form in the meantime, only the failure is shown.
      if (isNewer && form.ref.current) return meet(latest);
      const refusal = refusalOf(error);
      const reasons = Object.values(refusal?.fields ?? {});
      showFailure(
        error,
        failure,
        reasons[0] ?? refusal?.error ?? 'What you typed is still here. Please try again.',
      );
      return refusal?.fields ?? {};
    }
  }

  /** Does a three-way merge with the state that another user has saved, and asks about fields that both changed. */
  function meet({
    notice,
    ...latest
  }: Base & { notice?: string | undefined }): FieldErrors | 'again' {
    const mine = valuesOf(form.ref.current);
    const merged = merge(form.base.current, mine, latest.values, fields);
    taken.current = merged.taken.map((field) => labels[field] ?? field);
    if (merged.disputed.length === 0) {
      form.rebase(latest, merged.values);
      if (!notice) return 'again';
      showToast({ title: 'Not saved yet', text: notice, tone: 'destructive' });
      return {};
    }
    form.set(merged.values);
    setConflict({ latest, disputed: merged.disputed });
    return {};
  }

  function decide(field: string, side: 'mine' | 'theirs') {
    if (!conflict) return;
    const { latest } = conflict;
    if (side === 'theirs') form.set({ [field]: latest.values[field] ?? '' });
    const disputed = conflict.disputed.filter((each) => each !== field);
    if (disputed.length > 0) {
      setConflict({ latest, disputed });
      focusConflict(form.ref.current);
      return;
    }
    const values = valuesOf(form.ref.current);
    flushSync(() => {
      setConflict(undefined);
      form.rebase(latest, values);
    });
    form.ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    // All questions are decided, so the interrupted save continues.
    if (differ(values, latest.values)) form.ref.current?.requestSubmit();
    else {
      form.discard();
      onDone();
    }
  }

  return {
    form,
    disputes: (conflict?.disputed ?? []).map((field) => ({
      field,
      theirs: shownAs(form.ref.current, field, conflict?.latest.values[field]),
      mine: shownAs(form.ref.current, field, form.values[field]),
    })),
    decide,
    labels,
  };
}

/** Appends `values` to the sent values, unless they equal the last ones. */
export function withLatest(sent: Values[], values: Values): Values[] {
  const last = sent.at(-1);
  return last && !differ(values, last) ? sent : [...sent, values];
}

/** Adds the user's id to the name of a draft, so that another user who signs in in the same tab does not get it. */
export function useDraftName(name: string): string {
  const { user } = useSession();
  return staffName(user?.id ?? '', name);
}

export const useHasDraft = (name: string) => readDraft(useDraftName(name)) !== undefined;

/** Merges newer saved data into the form, unless the user and the newer data have changed the same field. */
function useNewerData(form: DraftForm, saved: Base, fields: string[]): void {
  const { sending } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new version needs a merge
  useEffect(() => {
    const base = form.base.current;
    if (sending || saved.version === base.version) return;
    const merged = merge(base, valuesOf(form.ref.current), saved.values, fields);
    if (merged.disputed.length === 0) form.rebase(saved, merged.values);
  }, [saved.version, sending]);
}

/** Makes the browser ask before the tab is closed, which would delete the draft in sessionStorage. */
export function useWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

const focusConflict = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('.conflict')?.focus();

/** Returns a value as the form shows it: the label of an option, or Yes or No for a checkbox. */
function shownAs(form: HTMLFormElement | null, field: string, value: Values[string] = ''): string {
  if (Array.isArray(value)) return value.length > 0 ? 'Yes' : 'No';
  const element = form?.elements.namedItem(field);
  if (!(element instanceof HTMLSelectElement)) return value;
  return [...element.options].find((option) => option.value === value)?.text ?? value;
}
