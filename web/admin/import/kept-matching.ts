import type { FieldSource } from '#contract/import.ts';
import type { DateOrder } from '#contract/import-date.ts';

/** For each field of an import, its column or fixed value. `order` and `timeZone` say how to read the dates. */
export interface Matching {
  fields: Record<string, FieldSource>;
  /** The order of day and month. Undefined until staff choose it. */
  order?: DateOrder | undefined;
  timeZone: string;
}

/**
 * A matching as it is stored in sessionStorage. The table may be too large for sessionStorage, so after a reload the
 * user has to choose the table again.
 */
export interface KeptMatching extends Matching {
  fileName: string;
  /** The names of the columns of the table that was matched. */
  names: string[];
}

/**
 * Applies the stored matching to a table with the columns `names`. Returns undefined if the table lacks a column that
 * the matching uses; additional columns do not matter.
 */
export function fittedTo(names: string[], kept: KeptMatching | undefined): Matching | undefined {
  if (!kept) return undefined;
  const fields: Record<string, FieldSource> = {};
  for (const [field, source] of Object.entries(kept.fields)) {
    if ('value' in source) fields[field] = source;
    else {
      const name = kept.names[source.column];
      // Prefers the column at the same position, because two columns may have the same name.
      const column = names[source.column] === name ? source.column : names.indexOf(name ?? '');
      if (column < 0) return undefined;
      fields[field] = { column };
    }
  }
  return { fields, order: kept.order, timeZone: kept.timeZone };
}
