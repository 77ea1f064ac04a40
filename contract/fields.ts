import { limits } from './vocabulary.ts';
import { z } from './zod.ts';

/** Building blocks of the zod schemas. The parameter `ask` is the error message for a missing value. */

/** Returns true if a text has control characters other than tab and line breaks, or lone surrogates. */
const hasOddCharacters = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.test(text) || !text.isWellFormed();

const isMissing = (value: unknown) => value === undefined || value === null;

/** A trimmed text that may be empty. */
export const text = (max: number, ask: string) =>
  z
    .string({ error: ({ input }) => (isMissing(input) ? ask : 'Write this as text.') })
    .refine((value) => !hasOddCharacters(value), {
      error: 'Remove the control characters from this text.',
      abort: true,
    })
    .trim()
    .max(max, { error: () => `Use at most ${max.toLocaleString('en')} characters.`, abort: true });

/** A required text. White space alone counts as missing. */
export const requiredText = (ask: string, max: number = limits.line) =>
  text(max, ask).min(1, { error: ask });

/**
 * A text that may be empty. Null, '' and white space become null. Schemas of drafts add a default for a missing field.
 * Schemas of changes make the field optional, so that a missing field keeps the stored text.
 */
export const emptiableText = (max: number = limits.line) =>
  text(max, 'Write this as text.')
    .nullable()
    .transform((value) => value || null);

/** `emailPattern` is permissive and accepts all scripts: only sending a mail shows whether an address exists. */
const emailPattern =
  /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.[\p{L}\p{N}-]{2,}$/u;

const emailError = 'Write the address like name@example.com.';

export const email = (ask: string) =>
  text(limits.email, ask)
    .min(1, { error: ask, abort: true })
    .regex(emailPattern, { error: emailError });

export const emptiableEmail = () =>
  text(limits.email, 'Write this as text.')
    .refine((value) => value === '' || emailPattern.test(value), { error: emailError })
    .nullable()
    .transform((value) => value || null);

export const isWebAddress = (value: string) => {
  if (/\s/.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
};

/** An http or https URL, or null. Pages show the URL as a link, so the scheme `javascript:` would run code. */
export const emptiableUrl = () =>
  text(limits.url, 'Write this as text.')
    .refine((value) => value === '' || isWebAddress(value), {
      error: 'Write the whole address, starting with https:// or http://.',
    })
    .nullable()
    .transform((value) => value || null);

export const oneOf = <const T extends readonly string[]>(values: T, ask: string) =>
  z.enum(values, {
    error: ({ input }) =>
      isMissing(input) || input === '' ? ask : `Choose one of: ${values.join(', ')}.`,
  });

const tooMany = `Use at most ${limits.listEntries} entries.`;

/** A list of short texts. Empty and repeated entries are removed. */
export const textList = () =>
  z
    .array(text(limits.listEntry, 'Write each entry as text.'), { error: 'Send a list of texts.' })
    .max(limits.listEntries, { error: tooMany })
    .transform((entries) => [...new Set(entries.filter((entry) => entry !== ''))]);

export const listOf = <const T extends readonly string[]>(values: T) =>
  z
    .array(oneOf(values, 'Choose an entry.'), { error: 'Send a list of entries.' })
    .max(limits.listEntries, { error: tooMany })
    .transform((entries) => [...new Set(entries)]);

export const wholeNumber = (least: number, most: number) => {
  const error = () => `Use a whole number from ${least} to ${most.toLocaleString('en')}.`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};

export const calendarDate = () => z.iso.date({ error: 'Write the date like 2026-03-31.' });

export const emptiableDate = () =>
  z
    .union([calendarDate(), z.literal('')], { error: 'Write the date like 2026-03-31.' })
    .nullable()
    .transform((value) => value || null);

const timestampError = 'Write the time like 2026-03-31T14:00:00Z, with four digits for the year.';

/** A time with its offset, converted to UTC. The result always has 24 characters, so that strings sort by time. */
export const timestamp = () =>
  z.iso
    .datetime({ offset: true, error: timestampError })
    .transform((value) => new Date(value).toISOString())
    .refine((value) => value.length === 24, { error: timestampError });

export const id = () => z.string();

/** The id of the owner, the member of staff who is assigned to a submission; null for nobody. Missing: no change. */
export const owner = () =>
  text(limits.line, 'Choose a member of staff.')
    .nullable()
    .transform((value) => value || null)
    .optional();

/** The version of an entity: it starts at 1, and every change adds 1. */
export const version = () => z.int().min(1);
