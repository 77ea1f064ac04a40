import { hasChanges, type Values } from './form-values.ts';
import { readStored, writeStored } from './tab-storage.ts';

/** The saved state that an edit started from. */
export interface Base {
  values: Values;
  version?: number | undefined;
  /** The values of saves whose responses were lost. The server may have stored them. */
  sent?: Values[];
}

/** Unsaved input, which is in sessionStorage until it is saved or discarded. */
export interface Draft {
  values: Values;
  base: Base;
}

/** The name of a draft. Under an undefined name nothing is stored. */
type DraftName = string | undefined;

const storageName = (name: string) => `draft:${name}`;

export const readDraft = (name: DraftName) =>
  name === undefined ? undefined : readStored<Draft>(storageName(name));

export function discardDraft(name: DraftName): void {
  if (name !== undefined) writeStored(storageName(name), undefined);
}

/** Stores a draft without its secrets. Deletes the draft if it equals `base` and `base.sent` is empty. */
export function storeDraft(name: DraftName, { values, base }: Draft): void {
  if (name === undefined) return;
  const stored = withoutSecrets(values);
  const sent = (base.sent ?? []).map(withoutSecrets);
  const isUnsaved = sent.length > 0 || hasChanges(stored, base.values);
  writeStored(
    storageName(name),
    isUnsaved ? { values: stored, base: { ...base, sent } } : undefined,
  );
}

/** Leaves out passwords, and `code`, the code of a second factor. */
const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !/password|^code$/i.test(field)));
