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
  /** Names the draft that is stored in the tab: one for each thing that can be edited. */
  name: string;
  /** The state that is shown when nothing is typed yet. */
  saved: Base;
  schema: z.ZodType<Draft>;
  toDraft?(values: Values): unknown;
  /**
   * Writes on the version that was seen; a newer one refuses with 412. `taken` names the fields in which
   * somebody else's changes were kept. `isRepeat`: the answer to an earlier save of this draft was lost.
   */
  save(
    draft: Draft,
    version: number | undefined,
    taken: string[],
    isRepeat: boolean,
  ): Promise<void>;
  /** Rules that are no part of the schema. */
  check?(draft: Draft): FieldErrors | undefined;
  /** Reads the state that is there now, after a 412. With a notice nothing is sent again before a person has read it. */
  readLatest?(): Promise<(Base & { notice?: string | undefined }) | undefined>;
  /** Names of the fields that can be in conflict. */
  labels: Record<string, string>;
  /** Title of the message when it fails. */
  failure: string;
  /** Called when the form is still there and nothing in it is unsaved any more. */
  onDone(): void;
}

export interface Dispute {
  field: string;
  theirs: string;
  mine: string;
}

export interface Editing {
  form: DraftForm;
  /** Fields that both sides changed; nothing is sent before a person has decided on each. */
  disputes: Dispute[];
  decide(field: string, side: 'mine' | 'theirs'): void;
  labels: Record<string, string>;
}

/** How everything in the staff area is edited: a draft, its validation, saving, and conflicts with others. */
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
  /** Labels of the fields that were taken over from somebody else since the last save. */
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
      // Before onDone: lists that are shown next mark what has a draft.
      form.discard();
      if (form.ref.current) onDone();
      return undefined;
    } catch (error) {
      if (isAnswered(error)) base.current = before;
      // A form that was left meanwhile has no values to store: its draft is as it was, or discarded.
      if (form.ref.current) form.onInput();
      const latest = statusOf(error) === 412 ? await readLatest?.().catch(() => {}) : undefined;
      const isNewer = latest && latest.version !== before.version;
      // The form may have been left meanwhile: then the failure is all there is to show.
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

  /** Merges with what somebody else has saved, and asks about the fields that both have changed. */
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
    // The answers complete the save that they interrupted.
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

/** Saving the same text again and again stores it once. */
export function withLatest(sent: Values[], values: Values): Values[] {
  const last = sent.at(-1);
  return last && !differ(values, last) ? sent : [...sent, values];
}

/** Drafts are stored for one user: nobody else who signs in in this tab gets them. */
export function useDraftName(name: string): string {
  const { user } = useSession();
  return staffName(user?.id ?? '', name);
}

export const useHasDraft = (name: string) => readDraft(useDraftName(name)) !== undefined;

/** Keeps the form in step with newer saved data while nothing that was typed is in the way. */
function useNewerData(form: DraftForm, saved: Base, fields: string[]): void {
  const { sending } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version is news
  useEffect(() => {
    const base = form.base.current;
    if (sending || saved.version === base.version) return;
    const merged = merge(base, valuesOf(form.ref.current), saved.values, fields);
    if (merged.disputed.length === 0) form.rebase(saved, merged.values);
  }, [saved.version, sending]);
}

/** Asks before the tab is closed: the draft would end with it. */
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

/** A value as the form would show it: the label of a choice instead of its value. */
function shownAs(form: HTMLFormElement | null, field: string, value: Values[string] = ''): string {
  if (Array.isArray(value)) return value.length > 0 ? 'Yes' : 'No';
  const element = form?.elements.namedItem(field);
  if (!(element instanceof HTMLSelectElement)) return value;
  return [...element.options].find((option) => option.value === value)?.text ?? value;
}
