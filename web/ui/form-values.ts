/** Reads and writes the values of a form's fields. The inputs are uncontrolled: the DOM holds the values. */

export type Values = Record<string, string | string[]>;

export function valuesOf(form: HTMLFormElement | null): Values {
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

/**
 * Writes values into the fields. `untouched` skips inputs and text areas whose text was changed, but no other fields.
 */
export function fill(form: HTMLFormElement, values: Values, only?: 'untouched'): void {
  for (const element of fieldsOf(form)) {
    const value = values[element.name];
    if (value === undefined) continue;
    if (element.type === 'checkbox' || element.type === 'radio') {
      (element as HTMLInputElement).checked = [value].flat().includes(element.value);
    } else if (element.value !== String(value) && (!only || !isTouched(element))) {
      element.value = String(value);
    }
  }
}

const isTouched = (element: FieldElement) =>
  'defaultValue' in element && element.value !== element.defaultValue;

export const isBlank = (value: string | string[] | undefined) =>
  !value || String(value).trim() === '';

/** Compares two values as the server stores them: trimmed, with `\n` as line break. */
export const isSame = (one: string | string[] | undefined, other: string | string[] | undefined) =>
  comparable(one) === comparable(other);

const comparable = (value: string | string[] | undefined) =>
  String(value ?? '')
    .replace(/\r\n?/g, '\n')
    .trim();

/** Returns true if any of the values differs from the value in `base`. */
export const differ = (values: Values, base: Values) =>
  Object.entries(values).some(([field, value]) => !isSame(value, base[field]));

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is FieldElement =>
      ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) &&
      (element as FieldElement).name !== '',
  );

/** Returns the names of date fields that are only partly filled in. Browsers report their value as empty. */
export const incompleteDates = (form: HTMLFormElement | null): string[] =>
  (form ? fieldsOf(form) : [])
    .filter(({ type, validity }) => type.startsWith('date') && validity.badInput)
    .map(({ name }) => name);
