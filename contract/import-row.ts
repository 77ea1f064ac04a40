import {
  fieldsOf,
  type Imported,
  type ImportKind,
  type ImportPlan,
  importedSchemas,
} from './import.ts';
import { readMoment } from './import-date.ts';
import { foldText } from './search-text.ts';
import { clockOf, type ZoneClock } from './time-zone.ts';
import {
  applicationRoles,
  applicationStatuses,
  circles,
  expertises,
  ideaStatuses,
  limits,
  yesNo,
} from './vocabulary.ts';
import type { z } from './zod.ts';

/** Turns rows of a CSV file into drafts. The preview in the browser and the import on the server use this module. */

type Mapped = Pick<ImportPlan, 'kind' | 'fields' | 'dateOrder' | 'timeZone'>;

export type ReadRow<K extends ImportKind = ImportKind> =
  | { draft: Imported<K>; errors?: undefined }
  /** The first error message of each field. */
  | { draft?: undefined; errors: Record<string, string> };

/** Returns a function that turns the cells of a row into a draft, and checks the draft with the schema of its kind. */
export function rowReader(plan: Mapped, now: Date): (cells: readonly string[]) => ReadRow {
  const reading = { ...plan, now, clock: clockOf(plan.timeZone) };
  return (cells) => readRow(reading, cells);
}

interface Reading extends Mapped {
  now: Date;
  clock: ZoneClock;
}

function readRow(plan: Reading, cells: readonly string[]): ReadRow {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = Object.create(null);
  for (const name of fieldsOf(plan.kind)) {
    const text = cellTextOf(plan, name, cells);
    if (text === undefined) continue;
    if (text.length > longestText) {
      errors[name] = `Use at most ${limits.text.toLocaleString('en')} characters.`;
      continue;
    }
    const value = name === 'createdAt' ? momentOf(plan, text) : fieldValue(name, plan.kind, text);
    if (isError(value)) errors[name] = value.error;
    else values[name] = value;
  }
  const parsed = (importedSchemas[plan.kind] as z.ZodType<Imported>).safeParse(values);
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  return parsed.success && Object.keys(errors).length === 0 ? { draft: parsed.data } : { errors };
}

const isError = (value: unknown): value is { error: string } =>
  typeof value === 'object' && value !== null && 'error' in value;

/** A longer text is refused before the schema checks it, so that the schema never checks megabytes. */
const longestText = 20_000;

/** Returns the text of a field in a row; undefined if the field has no source. Cuts a text that would be refused. */
export function cellTextOf(
  { fields }: Pick<Mapped, 'fields'>,
  name: string,
  cells: readonly string[],
): string | undefined {
  const source = fields[name];
  if (!source) return undefined;
  const text = 'column' in source ? (cells[source.column] ?? '') : source.value;
  return text.trim().slice(0, longestText + 1);
}

function momentOf({ dateOrder, clock, now }: Reading, text: string) {
  if (text === '') return null;
  const moment = readMoment(text, { order: dateOrder, clock });
  if (!(moment instanceof Date)) return moment;
  if (moment > now) return { error: 'This date is in the future.' };
  if (moment.getTime() < 0) return { error: 'This date is before 1970.' };
  return moment.toISOString();
}

/** Returns the value of a field. Known entries of a fixed list get its spelling; unknown entries stay unchanged. */
function fieldValue(name: string, kind: ImportKind, text: string): unknown {
  switch (name) {
    case 'requiredExpertise':
      return splitEntries(text, knownExpertises);
    case 'circles':
      return splitEntries(text, knownCircles);
    case 'skills':
      return piecesOf(text).slice(0, mostEntries);
    case 'role':
      return knownRoles.get(fold(text)) ?? text;
    case 'meetsRequirements':
    case 'currentlyInCircle':
      return knownAnswers.get(fold(text)) ?? text;
    case 'status':
      return statusOf(text, kind);
    default:
      return text;
  }
}

const fold = (text: string) => foldText(text).trim().replace(/\s+/g, ' ');

/** Maps folded spellings to the entries of a list. */
type Known = ReadonlyMap<string, string>;

const knownAs = (list: readonly string[], ...spell: ((entry: string) => string)[]): Known =>
  new Map(list.flatMap((entry) => [fold, ...spell].map((folded) => [folded(entry), entry])));

const knownExpertises = knownAs(expertises);
/** Pages add the word "Circle" to the name of a circle, so "Review Circle" also stands for "Review". */
const knownCircles = knownAs(circles, (circle) => `${fold(circle)} circle`);
const knownRoles = knownAs(applicationRoles);
const knownAnswers: Known = new Map([
  ...['yes', 'y', 'true', '1', 'x', 'checked'].map((word) => [word, yesNo[0]] as const),
  ...['no', 'n', 'false', '0', 'unchecked'].map((word) => [word, yesNo[1]] as const),
]);

/** Splits a text at semicolons and line breaks, or at commas if it has neither. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[;\n\r]/.test(text) ? /[;\n\r]+/ : ',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');

/** The schema refuses a list with this many entries, one more than its limit. */
const mostEntries = limits.listEntries + 1;

/** Splits a text into entries of a fixed list. Joins pieces again if together they form an entry with commas. */
export function splitEntries(text: string, known: Known): string[] {
  const pieces = piecesOf(text);
  const mostPieces = Math.max(...[...known.keys()].map((entry) => entry.split(',').length));
  const entries: string[] = [];
  while (pieces.length > 0 && entries.length < mostEntries) {
    const [entry, length] = longestEntry(pieces.slice(0, mostPieces), known);
    entries.push(entry);
    pieces.splice(0, length);
  }
  return entries;
}

function longestEntry(pieces: string[], known: Known): [entry: string, length: number] {
  for (let length = pieces.length; length > 0; length -= 1) {
    const found = known.get(fold(pieces.slice(0, length).join(', ')));
    if (found !== undefined) return [found, length];
  }
  return [pieces[0] ?? '', 1];
}

function statusOf(text: string, kind: ImportKind): string | undefined {
  if (text === '') return undefined;
  const word = fold(text).replace(/[ -]/g, '_');
  const statuses: readonly string[] = kind === 'ideas' ? ideaStatuses : applicationStatuses;
  return statuses.find((status) => status === word) ?? text;
}
