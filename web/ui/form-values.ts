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

/** Writes values into the fields. `untouched` skips fields that the user has changed. */
export function fill(form: HTMLFormElement, values: Values, only?: 'untouched'): void {
  const elements = fieldsOf(form);
  // Radio buttons with the same name are one field; so are checkboxes.
  const skipped = only ? elements.filter(isTouched).map(({ name }) => name) : [];
  for (const element of elements) {
    const value = values[element.name];
    if (value === undefined || skipped.includes(element.name)) continue;
    if (isChoice(element)) element.checked = [value].flat().includes(element.value);
    else if (element.value !== String(value)) element.value = String(value);
  }
}

const isChoice = (element: FieldElement): element is HTMLInputElement =>
  element.type === 'checkbox' || element.type === 'radio';

function isTouched(element: FieldElement): boolean {
  if (isChoice(element)) return element.checked !== element.defaultChecked;
  if ('defaultValue' in element) return element.value !== element.defaultValue;
  // Without a default, a select element shows its first option.
  const byDefault = [...element.options].findIndex(({ defaultSelected }) => defaultSelected);
  return element.selectedIndex !== Math.max(byDefault, 0);
}

export const isBlank = (value: string | string[] | undefined) =>
  !value || String(value).trim() === '';

/** Compares two values as the server stores them: trimmed, with `\n` as line break. */
export const isSame = (one: string | string[] | undefined, other: string | string[] | undefined) =>
  comparable(one) === comparable(other);

const comparable = (value: string | string[] | undefined) =>
  String(value ?? '')
    .replace(/\r\n?/g, '\n')
    .trim();

/** Returns true if a value differs from that in `base`. */
export const hasChanges = (values: Values, base: Values) =>
  Object.entries(values).some(([field, value]) => !isSame(value, base[field]));

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is FieldElement =>
      ['INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) &&
      (element as FieldElement).name !== '',
  );

/** Returns the names of date fields that are partly filled in. Browsers report an empty value for them. */
export const incompleteDates = (form: HTMLFormElement | null): string[] =>
  (form ? fieldsOf(form) : [])
    .filter(({ type, validity }) => type.startsWith('date') && validity.badInput)
    .map(({ name }) => name);
