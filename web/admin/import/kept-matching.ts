import type { FieldSource } from '#contract/import.ts';
import type { DateOrder } from '#contract/import-date.ts';

/** How staff have matched a table. */
export interface Matching {
  fields: Record<string, FieldSource>;
  /** Undefined until it is chosen. */
  order?: DateOrder | undefined;
  timeZone: string;
}

/** A matching as the tab stores it. The table itself may be too large for that, so it has to be chosen again. */
export interface KeptMatching extends Matching {
  fileName: string;
  /** The names of the columns of that table. */
  names: string[];
}

/** The kept matching for a table with these columns; undefined if one that it uses is missing. Other columns may have come. */
export function fittedTo(names: string[], kept: KeptMatching | undefined): Matching | undefined {
  if (!kept) return undefined;
  const fields: Record<string, FieldSource> = {};
  for (const [field, source] of Object.entries(kept.fields)) {
    if ('value' in source) fields[field] = source;
    else {
      const name = kept.names[source.column];
      // Two columns may have the same name; then the position tells them apart.
      const column = names[source.column] === name ? source.column : names.indexOf(name ?? '');
      if (column < 0) return undefined;
      fields[field] = { column };
    }
  }
  return { fields, order: kept.order, timeZone: kept.timeZone };
}
