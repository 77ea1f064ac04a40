/** Reading and writing the values of a form's fields, which live in the page's own inputs. */

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

/** Writes values into the fields. `untouched` spares fields whose value is no longer the default one. */
export function fill(form: HTMLFormElement, values: Values, only?: 'untouched'): void {
  for (const element of fieldsOf(form)) {
    const value = values[element.name];
    if (value === undefined) continue;
    if (element.type === 'checkbox' || element.type === 'radio') {
      (element as HTMLInputElement).checked =
        value === element.value || value.includes(element.value);
    } else if (element.value !== String(value) && (!only || !isTouched(element))) {
      element.value = String(value);
    }
  }
}

const isTouched = (element: FieldElement) =>
  'defaultValue' in element && element.value !== element.defaultValue;

export const isBlank = (value: string | string[] | undefined) =>
  !value || String(value).trim() === '';

/** Compares as the server stores it: trimmed, with line breaks in the browser's form. */
export const isSame = (one: string | string[] | undefined, other: string | string[] | undefined) =>
  comparable(one) === comparable(other);

const comparable = (value: string | string[] | undefined) =>
  String(value ?? '')
    .replace(/\r\n?/g, '\n')
    .trim();

/** True if any of the values differs from the one in `base`. */
export const differ = (values: Values, base: Values) =>
  Object.entries(values).some(([field, value]) => !isSame(value, base[field]));

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is FieldElement =>
      ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) &&
      (element as FieldElement).name !== '',
  );

/** The names of dates that are half typed: the browser reports their value as empty. */
export const incompleteDates = (form: HTMLFormElement | null): string[] =>
  (form ? fieldsOf(form) : [])
    .filter(({ type, validity }) => type.startsWith('date') && validity.badInput)
    .map(({ name }) => name);
