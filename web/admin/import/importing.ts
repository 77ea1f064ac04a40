import { useRef, useState } from 'react';
import { CsvError, type Separator } from '#contract/csv.ts';
import {
  type FieldSource,
  fieldsOf,
  type Import,
  type ImportCheck,
  type ImportKind,
  type ImportPlan,
  importKinds,
  isRequired,
} from '#contract/import.ts';
import { type DateOrder, orderOf } from '#contract/import-date.ts';
import { type Source, useQueryCache } from '../../api/query-cache.ts';
import { refusalOf } from '../../api/submit.ts';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { readStored, writeStored } from '../../ui/tab-storage.ts';
import { useAddressParam } from '../parts/params.ts';
import { showSaved } from '../parts/saved.ts';
import { browserTimeZone } from '../parts/times.ts';
import { isRefused, showFailure, useRequest } from '../request.ts';
import { useSession } from '../session.tsx';
import { staffName } from '../staff-drafts.ts';
import { counted } from './fields.ts';
import { guess } from './guess.ts';
import { fittedTo, type KeptMatching, type Matching } from './kept-matching.ts';
import { readTable, type Table } from './table.ts';

export const importsSource: Source<Import[]> = { path: '/api/admin/imports' };

export type Importing = ReturnType<typeof useImporting>;

/**
 * Manages the state of an import: the chosen table, how its columns are matched, the result of the check, and the
 * import itself. Another table, kind or matching discards the result of the check.
 */
export function useImporting() {
  const [kindInUrl, setKindInUrl] = useAddressParam('of');
  const kind: ImportKind = importKinds.find((each) => each === kindInUrl) ?? 'ideas';
  const [table, setTable] = useState<Table>();
  const [problem, setProblem] = useState<string>();
  const [matching, setMatching] = useState<Matching>({ fields: {}, timeZone: browserTimeZone });
  const [isKept, setKept] = useState(false);
  const [isTried, setTried] = useState(false);
  const [check, setCheck] = useState<ImportCheck>();
  const [withDuplicates, setWithDuplicates] = useState(false);
  const [busy, setBusy] = useState<'check' | 'import'>();
  /**
   * The id of the next import, an idempotency key: after a lost response the user can press Import again, and the rows
   * are imported once. A new table, kind or matching gets a new id.
   */
  const id = useRef(newId());
  const cache = useQueryCache();
  const request = useRequest();
  const { user } = useSession();

  const { fields, timeZone } = matching;
  const dates = table && datesIn(table, fields.createdAt);
  const order = matching.order ?? dates?.order;
  const plan: Omit<ImportPlan, 'encoding' | 'separator'> = {
    kind,
    fields,
    timeZone,
    ...(order && { dateOrder: order }),
  };
  const missing = fieldsOf(kind).filter((name) => isRequired(kind, name) && !fields[name]);

  function change(work: () => void) {
    work();
    setCheck(undefined);
    setTried(false);
    id.current = newId();
  }

  const keptName = (of: ImportKind) => staffName(user?.id ?? '', `import:${of}`);
  const keptMatching = (of: ImportKind) => readStored<KeptMatching>(keptName(of));

  /** Applies the stored matching if it fits. Otherwise, or with `isAnew`, matches the columns by their names. */
  function propose(of: ImportKind, names: string[], isAnew = false) {
    const kept = isAnew ? undefined : fittedTo(names, keptMatching(of));
    setMatching(kept ?? { fields: guess(of, names), timeZone });
    setKept(kept !== undefined);
  }

  /** Changes the matching, and stores it in sessionStorage, so that it survives a reload. */
  const match = (part: Partial<Matching>) =>
    change(() => {
      const next = { ...matching, ...part };
      setMatching(next);
      const { fileName, names } = table ?? {};
      writeStored(keptName(kind), { ...next, fileName, names });
    });

  function take(name: string, bytes: Uint8Array<ArrayBuffer>, separator?: Separator) {
    try {
      const read = readTable(name, bytes, separator);
      change(() => {
        setTable(read);
        setProblem(undefined);
        propose(kind, read.names);
        setWithDuplicates(false);
      });
      // A new table removes the focused button. A new `separator` does not: its select stays and keeps the focus.
      if (!separator) restoreFocus('#import-matching');
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      setProblem(error.message);
    }
  }

  const bodyOf = (more: object) => {
    if (!table) throw new Error('There is no table.');
    const { encoding, separator, bytes } = table;
    return new Blob([JSON.stringify({ ...plan, encoding, separator, ...more }), '\n', bytes]);
  };

  async function runCheck() {
    setTried(true);
    if (missing.length > 0) {
      document.getElementById(`source-${missing[0]}`)?.focus();
      return;
    }
    setBusy('check');
    const checkedId = id.current;
    try {
      const answer = await request('POST', '/api/admin/import-check', {
        file: bodyOf({}),
        isUnkeyed: true,
      });
      // Ignores the response if `id` has changed: the table, kind or matching is not the checked one any more.
      if (checkedId === id.current) setCheck(answer as ImportCheck);
    } catch (error) {
      const text = refusalOf(error)?.error ?? 'Nothing was imported. Please try again.';
      showFailure(error, 'The table could not be checked', text);
    }
    setBusy(undefined);
  }

  const accepted = check ? check.rows - check.refused.length : 0;
  const count = accepted - (withDuplicates ? 0 : (check?.duplicates.length ?? 0));

  async function importAll() {
    setBusy('import');
    const importOrder = { id: id.current, fileName: table?.fileName ?? '', withDuplicates, count };
    try {
      await request('POST', importsSource.path, { file: bodyOf(importOrder), isUnkeyed: true });
      showSaved(`${counted(kind, count)} imported`, importOrder.fileName);
      if (importOrder.id === id.current) change(() => setTable(undefined));
      await refresh(kind);
      restoreFocus('#imports');
    } catch (error) {
      const refused = refusalOf(error)?.error ?? 'Nothing was imported. Please try again.';
      const unknown = 'It may have been imported. Press Import again: nothing is imported twice.';
      const title = isRefused(error) ? 'Nothing was imported' : 'No answer came';
      showFailure(error, title, isRefused(error) ? refused : unknown);
      // A refusal usually means that the site's data has changed since the check, so a new check is needed.
      if (isRefused(error)) setCheck(undefined);
    }
    setBusy(undefined);
  }

  /** Refreshes the lists that an import, or undoing or restoring one, has changed. */
  async function refresh(changed: ImportKind) {
    await cache.refresh(importsSource.path).catch(() => {});
    await cache.invalidate(`/api/admin/${changed}`);
    await cache.invalidate('/api/admin/waiting');
    await cache.invalidate('/api/admin/trash');
  }

  return {
    kind,
    setKind: (next: ImportKind) =>
      change(() => {
        setKindInUrl(next);
        if (table) propose(next, table.names);
      }),
    table,
    problem,
    takeFile: async (file: File) => {
      try {
        take(file.name.slice(0, 200) || 'table.csv', new Uint8Array(await file.arrayBuffer()));
      } catch {
        setProblem('The file could not be read. Choose it again.');
      }
    },
    takeText: (text: string) => take('Pasted table', new TextEncoder().encode(text)),
    setSeparator: (separator: Separator) => table && take(table.fileName, table.bytes, separator),
    dropTable: () => {
      change(() => setTable(undefined));
      setProblem(undefined);
      restoreFocus('#import-file');
    },
    plan,
    /** The file name of the table whose matching is stored in this tab. Undefined while a table is chosen. */
    keptFrom: table ? undefined : keptMatching(kind)?.fileName,
    /** True if the columns were matched as in the stored matching, and not by their names. */
    isKept,
    matchByNames: () =>
      change(() => {
        writeStored(keptName(kind), undefined);
        if (table) propose(kind, table.names, true);
      }),
    setField: (name: string, source: FieldSource | undefined) => {
      const { [name]: _, ...others } = fields;
      match({ fields: source ? { ...others, [name]: source } : others });
    },
    asksOrder: dates?.isEither === true,
    order,
    setOrder: (next: DateOrder) => match({ order: next }),
    setTimeZone: (next: string) => match({ timeZone: next }),
    missing: isTried ? missing : [],
    busy,
    runCheck,
    check,
    accepted,
    count,
    withDuplicates,
    setWithDuplicates,
    importAll,
    refresh,
  };
}

/**
 * Examines the dates in a column. `isEither` is true if some dates, such as 3/4/2026, are ambiguous. `order` is the
 * order of day and month in the unambiguous dates, if all of them have the same order.
 */
function datesIn({ rows }: Table, source: FieldSource | undefined) {
  if (!source || !('column' in source)) return undefined;
  const orders = new Set(rows.map(({ cells }) => orderOf(cells[source.column] ?? '')));
  const known = (['day', 'month'] as const).filter((order) => orders.has(order));
  return { isEither: orders.has('either'), order: known.length === 1 ? known[0] : undefined };
}

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

export const showUndoFailure = (error: unknown, title: string) =>
  showFailure(error, title, refusalOf(error)?.error ?? 'Please try again: nothing happens twice.');
