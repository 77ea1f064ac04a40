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

const storageName = (name: string) => `draft:${name}`;

export const readDraft = (name: string) => readStored<Draft>(storageName(name));

export const discardDraft = (name: string) => writeStored(storageName(name), undefined);

/** Stores a draft without passwords and codes. Deletes the draft if it equals `base` and `base.sent` is empty. */
export function storeDraft(name: string, { values, base }: Draft): void {
  const stored = withoutSecrets(values);
  const sent = (base.sent ?? []).map(withoutSecrets);
  const isUnsaved = sent.length > 0 || hasChanges(stored, base.values);
  writeStored(
    storageName(name),
    isUnsaved ? { values: stored, base: { ...base, sent } } : undefined,
  );
}

const withoutSecrets = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !/password|^code$/i.test(field)));
