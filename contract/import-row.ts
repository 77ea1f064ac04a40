import type { z } from 'zod';
import {
  fieldsOf,
  type Imported,
  type ImportKind,
  type ImportPlan,
  importedSchemas,
} from './import.ts';
import { readMoment } from './import-date.ts';
import { foldText } from './search-text.ts';
import {
  applicationRoles,
  applicationStatuses,
  circles,
  expertises,
  ideaStatuses,
  limits,
  yesNo,
} from './vocabulary.ts';

/** A row of a table as a submission, in the preview and in the import. */

type Mapped = Pick<ImportPlan, 'kind' | 'fields' | 'dateOrder' | 'timeZone'>;

export type ReadRow<K extends ImportKind = ImportKind> =
  | { draft: Imported<K>; errors?: undefined }
  /** The first reason of each field. */
  | { draft?: undefined; errors: Record<string, string> };

/** Checks a row by the schema of the form. */
export function readRow(plan: Mapped, cells: readonly string[], now: Date): ReadRow {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = Object.create(null);
  for (const name of fieldsOf(plan.kind)) {
    const text = textOf(plan, name, cells);
    if (text === undefined) continue;
    const value =
      name === 'createdAt' ? momentOf(plan, text, now) : fieldValue(name, plan.kind, text);
    if (isError(value)) errors[name] = value.error;
    else values[name] = value;
  }
  const parsed = (importedSchemas[plan.kind] as z.ZodType<Imported>).safeParse(values);
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  return parsed.success && Object.keys(errors).length === 0 ? { draft: parsed.data } : { errors };
}

const isError = (value: unknown): value is { error: string } =>
  typeof value === 'object' && value !== null && 'error' in value;

/** Longer than any field may be. The schema refuses what is cut off here, and need not look through megabytes. */
const longestText = 20_000;

/** The text of a field in a row; undefined if the field has no source. */
export function textOf(
  { fields }: Pick<Mapped, 'fields'>,
  name: string,
  cells: readonly string[],
): string | undefined {
  const source = fields[name];
  if (!source) return undefined;
  const text = 'column' in source ? (cells[source.column] ?? '') : source.value;
  return text.slice(0, longestText).trim();
}

function momentOf({ dateOrder, timeZone }: Mapped, text: string, now: Date) {
  if (text === '') return null;
  const moment = readMoment(text, { order: dateOrder, timeZone });
  if (!(moment instanceof Date)) return moment;
  if (moment > now) return { error: 'This date is in the future.' };
  if (moment.getTime() < 0) return { error: 'This date is before 1970.' };
  return moment.toISOString();
}

/** The value of a field, with the spelling of the lists that the form offers. What is in no list stays as it is. */
function fieldValue(name: string, kind: ImportKind, text: string): unknown {
  switch (name) {
    case 'requiredExpertise':
      return entriesOf(text, expertises);
    case 'circles':
      return entriesOf(text, circles);
    case 'skills':
      return piecesOf(text);
    case 'role':
      return spelled(text, applicationRoles);
    case 'meetsRequirements':
    case 'currentlyInCircle':
      return yesNoOf(text);
    case 'status':
      return statusOf(text, kind);
    default:
      return text;
  }
}

const fold = (text: string) => foldText(text).trim().replace(/\s+/g, ' ');

const spelled = (text: string, list: readonly string[]): string =>
  list.find((each) => fold(each) === fold(text)) ?? text;

/** Entries are separated by semicolons or line breaks; in a text without them, by commas. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[;\n\r]/.test(text) ? /[;\n\r]+/ : ',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    // One more than allowed is refused as well as a thousand more.
    .slice(0, limits.listEntries + 1);

/** The entries of a closed list, which may have commas in them. "Review Circle" stands for "Review", as in the form. */
function entriesOf(text: string, list: readonly string[]): string[] {
  const pieces = piecesOf(text);
  const entries: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const [entry, length] = longestEntry(pieces.slice(at), list);
    entries.push(entry);
    at += length;
  }
  return entries;
}

function longestEntry(pieces: string[], list: readonly string[]): [entry: string, length: number] {
  for (let length = pieces.length; length > 0; length -= 1) {
    const text = fold(pieces.slice(0, length).join(', '));
    const found = list.find((each) => text === fold(each) || text === `${fold(each)} circle`);
    if (found !== undefined) return [found, length];
  }
  return [pieces[0] ?? '', 1];
}

const yes = ['yes', 'y', 'true', '1', 'x', 'checked'];
const no = ['no', 'n', 'false', '0', 'unchecked'];

function yesNoOf(text: string): string {
  const [isYes, isNo] = [yes.includes(fold(text)), no.includes(fold(text))];
  if (!isYes && !isNo) return text;
  return isYes ? yesNo[0] : yesNo[1];
}

function statusOf(text: string, kind: ImportKind): string | undefined {
  if (text === '') return undefined;
  const word = fold(text).replace(/[ -]/g, '_');
  const statuses: readonly string[] = kind === 'ideas' ? ideaStatuses : applicationStatuses;
  return statuses.find((status) => status === word) ?? text;
}
