import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from '#contract/zod.ts';
import { statusOf } from '../../api/client.ts';
import { refusalOf } from '../../api/submit.ts';
import { type DraftForm, type FieldErrors, useDraftForm } from '../../ui/draft-form.ts';
import { type Base, readDraft } from '../../ui/drafts.ts';
import { hasChanges, type Values, valuesOf } from '../../ui/form-values.ts';
import { showToast } from '../../ui/toasts.ts';
import { isRefused, showFailure } from '../request.ts';
import { useSession } from '../session.tsx';
import { staffName } from '../staff-drafts.ts';
import { merge } from './merge.ts';

interface EditingOptions<Draft> {
  /** The name of the draft in sessionStorage, unique for each edited entry. */
  name: string;
  /** The saved state, which the form shows unless there is a draft. */
  saved: Base;
  schema: z.ZodType<Draft>;
  toDraft?(values: Values): unknown;
  /**
   * Saves the draft. The server answers 412 if there is a newer version than `version`, which the user has seen.
   * `taken` has the labels of the fields that were taken over from another user. `isRepeat` is true if the response to
   * an earlier save of this draft was lost.
   */
  save(
    draft: Draft,
    version: number | undefined,
    taken: string[],
    isRepeat: boolean,
  ): Promise<void>;
  /** Checks rules that are not in the schema. */
  check?(draft: Draft): FieldErrors | undefined;
  /**
   * Fetches the saved state after a 412. If it has a `notice`, a toast shows the notice, and the merged values are not
   * saved automatically.
   */
  readLatest?(): Promise<(Base & { notice?: string | undefined }) | undefined>;
  /** The labels of the fields that are merged, by the name of the field. */
  labels: Record<string, string>;
  /** The title of the toast after a failed save. */
  failure: string;
  /** Runs after a save, or if a merge leaves nothing to save. Does not run if the user has left the form. */
  onDone(): void;
}

export interface Dispute {
  field: string;
  theirs: string;
  mine: string;
}

export interface Editing {
  form: DraftForm;
  /** The fields that two users changed to different values. Nothing is sent until this user has decided all of them. */
  disputes: Dispute[];
  decide(field: string, side: 'mine' | 'theirs'): void;
  labels: Record<string, string>;
}

/**
 * Manages the form of an editor: stores a draft, validates it, saves it, and merges it with the changes of other users.
 * The editor of posts uses `useWriting` instead.
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
    const errors = check?.(draft);
    if (errors) return errors;
    const before = form.base.current;
    try {
      await recordingSent(form, (isRepeat) => save(draft, before.version, taken.current, isRepeat));
      taken.current = [];
      // Deletes the draft before `onDone`, because the list that is shown next has a badge on entries with a draft.
      form.discard();
      if (form.ref.current) onDone();
      return undefined;
    } catch (error) {
      const latest = statusOf(error) === 412 ? await readLatest?.().catch(() => {}) : undefined;
      const isNewer = latest && latest.version !== before.version;
      // If the user has left the form, nothing can be merged: a toast reports the failure.
      if (isNewer && form.ref.current) return mergeWith(latest);
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

  /** Does a three-way merge with the state that another user has saved. Returns 'again' to save the merged values. */
  function mergeWith({
    notice,
    ...latest
  }: Base & { notice?: string | undefined }): FieldErrors | 'again' {
    const mine = valuesOf(form.ref.current);
    const merged = merge(form.base.current, mine, latest.values, fields);
    taken.current = merged.taken.map((field) => labels[field] ?? field);
    if (notice) showToast({ title: 'Not saved yet', text: notice, tone: 'destructive' });
    if (merged.disputed.length === 0) {
      form.rebase(latest, merged.values);
      return notice ? {} : 'again';
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
    // No dispute is left, so the interrupted save continues.
    if (hasChanges(values, latest.values)) form.ref.current?.requestSubmit();
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

/**
 * Adds the values of the form to `base.sent` and runs `save`. If the server refuses the save, removes them again. If
 * the response is lost, keeps them, because the server may have stored them. `isRepeat` is true if the response to an
 * earlier save was lost.
 */
export async function recordingSent<Answer>(
  form: DraftForm,
  save: (isRepeat: boolean) => Promise<Answer>,
): Promise<Answer> {
  const before = form.base.current;
  const unanswered = before.sent ?? [];
  form.base.current = { ...before, sent: withLatest(unanswered, valuesOf(form.ref.current)) };
  form.onInput();
  try {
    return await save(unanswered.length > 0);
  } catch (error) {
    if (isRefused(error)) form.base.current = before;
    // If the user has left the form, there are no values to read, and the stored draft must not change.
    if (form.ref.current) form.onInput();
    throw error;
  }
}

/** Appends `values` to the sent values, unless they equal the last entry. */
function withLatest(sent: Values[], values: Values): Values[] {
  const last = sent.at(-1);
  return last && !hasChanges(values, last) ? sent : [...sent, values];
}

/** Adds the user's id to the name of a draft: another user who signs in in this tab must not see the draft. */
export function useDraftName(name: string): string {
  const { user } = useSession();
  return staffName(user?.id ?? '', name);
}

export const useHasDraft = (name: string) => readDraft(useDraftName(name)) !== undefined;

/** Merges newer saved data into the form. If a field is disputed, changes nothing: the next save asks the user. */
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

/** Makes the browser ask before the tab is closed: closing the tab would delete the draft in sessionStorage. */
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

/** Returns a value as the form shows it: for a select the label of the option, for a checkbox Yes or No. */
function shownAs(form: HTMLFormElement | null, field: string, value: Values[string] = ''): string {
  if (Array.isArray(value)) return value.length > 0 ? 'Yes' : 'No';
  const element = form?.elements.namedItem(field);
  if (!(element instanceof HTMLSelectElement)) return value;
  return [...element.options].find((option) => option.value === value)?.text ?? value;
}
