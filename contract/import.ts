import { ApplicationDraft, ApplicationReview } from './application.ts';
import { encodings, separators } from './csv.ts';
import * as field from './fields.ts';
import { IdeaDraft, IdeaReview } from './idea.ts';
import { dateOrders } from './import-date.ts';
import { isTimeZone } from './time-zone.ts';
import { applicationStatuses, ideaStatuses, limits } from './vocabulary.ts';
import { z } from './zod.ts';

/** Staff import ideas and applications from a CSV file (decision 053). */

export const importKinds = ['ideas', 'applications'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importMegabytes = 5;
/** Maximum size of a file in bytes. */
export const importLimit = importMegabytes * 1024 * 1024;
export const mostImportedRows = 5000;

const staffFields = {
  notes: field.emptiableText(limits.text).default(null),
  /** Null means the time of the import. */
  createdAt: z.iso.datetime().nullable().default(null),
};

/** The schemas of an imported row: the fields of the form, and the fields that staff fill in. */
export const importedSchemas = {
  ideas: IdeaDraft.extend({
    status: IdeaReview.shape.status.default(ideaStatuses[0]),
    answer: field.emptiableText(limits.text).default(null),
    ...staffFields,
  }),
  applications: ApplicationDraft.extend({
    status: ApplicationReview.shape.status.default(applicationStatuses[0]),
    ...staffFields,
  }),
} as const;

export type Imported<K extends ImportKind = ImportKind> = z.infer<(typeof importedSchemas)[K]>;

export const fieldsOf = (kind: ImportKind): string[] => Object.keys(importedSchemas[kind].shape);

export const isRequired = (kind: ImportKind, name: string): boolean => {
  const shape: Record<string, z.ZodType> = importedSchemas[kind].shape;
  return !shape[name]?.safeParse(undefined).success;
};

/** The source of a field: a column, counted from 0, or the same text for all rows. */
export const FieldSource = z.union([
  z.object({ column: field.wholeNumber(0, 499) }),
  z.object({ value: z.string().max(limits.text) }),
]);
export type FieldSource = z.infer<typeof FieldSource>;

/** How to read a file, and the source of each field. */
export const ImportPlan = z
  .object({
    kind: field.oneOf(importKinds, 'Say what to import: ideas or applications.'),
    encoding: field.oneOf(encodings, 'Name the encoding of the file.'),
    separator: field.oneOf(separators, 'Name the separator of the file.'),
    fields: z.record(z.string(), FieldSource, { error: 'Name the source of each field.' }),
    dateOrder: z.enum(dateOrders).optional(),
    timeZone: z
      .string({ error: 'Choose a time zone.' })
      .refine(isTimeZone, { error: 'There is no such time zone.' }),
  })
  .refine(
    ({ kind, fields }) => Object.keys(fields).every((name) => fieldsOf(kind).includes(name)),
    {
      error: 'There is no such field.',
      path: ['fields'],
    },
  )
  .meta({ id: 'ImportPlan' });
export type ImportPlan = z.infer<typeof ImportPlan>;

/** The request to carry out a plan. */
export const ImportRequest = ImportPlan.safeExtend({
  /** The idempotency key, chosen by the caller. A repeated request imports nothing and gets the existing import. */
  id: z.string().regex(/^[0-9a-f]{32}$/, { error: 'An id has 32 hexadecimal digits.' }),
  fileName: field.requiredText('Name the file.'),
  /** False leaves out the rows that `ImportCheck` lists in `duplicates`. */
  withDuplicates: z.boolean({ error: 'Say true or false.' }),
  /** How many rows the caller expects to be imported. If the number differs, nothing is imported. */
  count: field.wholeNumber(1, mostImportedRows),
}).meta({ id: 'ImportOrder' });
export type ImportRequest = z.infer<typeof ImportRequest>;

const rowPosition = {
  /** The number of the row in a spreadsheet. The header row is 1. */
  row: z.int(),
  /** The line of the file in which the row begins. */
  line: z.int(),
};

/** The result of a dry run. */
export const ImportCheck = z
  .object({
    /** How many rows are not blank, without the header row. */
    rows: z.int(),
    /** Every row that would be refused, with an error message for each wrong field. */
    refused: z.array(z.object({ ...rowPosition, fields: z.record(z.string(), z.string()) })),
    /** Every row that was submitted or imported before, or that repeats an earlier row of the file. */
    duplicates: z.array(
      z.object({
        ...rowPosition,
        /** The original. */
        of: z.union([
          /** An earlier row of the file. */
          z.object({ row: z.int() }),
          /** A submission. `name` is the title of an idea or the name of an applicant. */
          z.object({ id: field.id(), name: z.string() }),
          /** A row of an earlier import. */
          z.object({ importedAt: z.iso.datetime() }),
        ]),
      }),
    ),
  })
  .meta({ id: 'ImportCheck' });
export type ImportCheck = z.infer<typeof ImportCheck>;

export const Import = z
  .object({
    id: field.id(),
    kind: z.enum(importKinds),
    fileName: z.string(),
    /** The username of the member of staff at that time. */
    by: z.string(),
    at: z.iso.datetime(),
    count: z.int(),
    undoneAt: z.iso.datetime().nullable(),
    undoneBy: z.string().nullable(),
  })
  .meta({ id: 'Import' });
export type Import = z.infer<typeof Import>;

/** An import with the current state of its rows. */
export const ImportDetail = Import.extend({
  /** How many rows an undo would move to the trash. */
  there: z.int(),
  /** How many of the rows in `there` were changed since the import, or have messages or presses. */
  changed: z.int(),
  /** How many of the rows that the undo moved to the trash are still in the trash; 0 if the import is not undone. */
  inTrash: z.int(),
}).meta({ id: 'ImportDetail' });
export type ImportDetail = z.infer<typeof ImportDetail>;
