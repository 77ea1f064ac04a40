import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { csvHead, csvRow } from '#contract/csv.ts';
import type { ImportCheck } from '#contract/import.ts';
import { cellTextOf } from '#contract/import-row.ts';
import { sliceWhole } from '#contract/slice-whole.ts';
import { Day } from '../../day.tsx';
import { Link } from '../../link.tsx';
import { Button } from '../../ui/button.tsx';
import { saveAs } from '../parts/save-as.ts';
import { counted, labelOf, rowsText } from './fields.ts';
import type { Importing } from './importing.ts';
import { Radios } from './radios.tsx';
import type { Table } from './table.ts';

interface VerdictProps {
  importing: Importing;
  table: Table;
}

/** The last step of an import: the check, which is a dry run, and the button that imports the rows. */
export function Verdict({ importing, table }: VerdictProps) {
  const { kind, busy, runCheck, check, accepted, count, importAll } = importing;
  return (
    <section className="panel import-step" aria-labelledby="import-verdict">
      <h2 className="h-sub" id="import-verdict">
        Check and import
      </h2>
      <p role="status">
        {check ? resultOf(check, accepted, count) : 'The check reads every row and saves nothing.'}
      </p>
      {check && check.refused.length > 0 && (
        <Refused check={check} importing={importing} table={table} />
      )}
      {check && check.duplicates.length > 0 && <Duplicates check={check} importing={importing} />}
      <div className="acts import-acts">
        <Button
          variant={check ? 'secondary' : 'primary'}
          busy={busy === 'check' && 'Checking...'}
          onClick={runCheck}
        >
          {check ? 'Check again' : `Check ${rowsText(table.rows.length)}`}
        </Button>
        {check && count > 0 && (
          <Button variant="primary" busy={busy === 'import' && 'Importing...'} onClick={importAll}>
            Import {counted(kind, count)}
          </Button>
        )}
      </div>
    </section>
  );
}

function resultOf({ rows, refused, duplicates }: ImportCheck, accepted: number, count: number) {
  const duplicateCount = duplicates.length.toLocaleString('en');
  return [
    `${accepted.toLocaleString('en')} of ${rowsText(rows)} ${accepted === 1 ? 'passes' : 'pass'} the check.`,
    refused.length > 0 && `${refused.length.toLocaleString('en')} would be refused.`,
    duplicates.length > 0 &&
      `${duplicateCount} ${duplicates.length === 1 ? 'is' : 'are'} there already.`,
    count === 0 && 'Nothing is left to import.',
  ]
    .filter(Boolean)
    .join(' ');
}

interface RefusedProps extends VerdictProps {
  check: ImportCheck;
}

function Refused({ check: { refused }, importing, table }: RefusedProps) {
  const { kind, plan } = importing;
  const cellsOf = new Map(table.rows.map(({ row, cells }) => [row, cells]));
  const columnOf = (field: string) => {
    const source = plan.fields[field];
    return source && 'column' in source ? table.names[source.column] : undefined;
  };
  const reasons = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([field, reason]) => `${columnOf(field) ?? labelOf(kind, field)}: ${reason}`)
      .join(' ');

  function download() {
    const width = table.names.length;
    const lines = refused.map(({ row, fields }) => {
      const cells = cellsOf.get(row) ?? [];
      const whole = Array.from(
        { length: Math.max(width, cells.length) },
        (_, at) => cells[at] ?? '',
      );
      return csvRow([...whole.slice(0, width), reasons(fields)]);
    });
    const text = csvHead([...table.names, reasonColumn(table.names)]) + lines.join('');
    saveAs(new Blob([text], { type: 'text/csv' }), `refused-${withoutEnding(table.fileName)}.csv`);
  }

  return (
    <div className="import-found">
      <div className="row">
        <h3>Rows that would be refused</h3>
        <Button small onClick={download}>
          <Download className="i" aria-hidden="true" />
          Download them with the reasons
        </Button>
      </div>
      <LongList
        label="Refused rows"
        rows={refused.map(({ row, line, fields }) => ({
          key: row,
          content: (
            <>
              <RowNumber row={row} line={line} />
              <ul>
                {Object.entries(fields).map(([field, reason]) => (
                  <li key={field}>
                    <b dir="auto">{columnOf(field) ?? labelOf(kind, field)}</b> {reason}{' '}
                    <Quote text={cellTextOf(plan, field, cellsOf.get(row) ?? [])} />
                  </li>
                ))}
              </ul>
            </>
          ),
        }))}
      />
      <p className="help">
        Mend them in the downloaded file and import that
        {importing.accepted > 0 && ', or go on without them'}.
      </p>
    </div>
  );
}

const Quote = ({ text = '' }: { text?: string | undefined }) =>
  text && (
    <span className="muted">
      It says “
      <bdi>{text.length > longestQuote ? `${sliceWhole(text, 0, longestQuote)}…` : text}</bdi>”.
    </span>
  );

const longestQuote = 80;

const withoutEnding = (name: string) => name.replace(/\.\w{1,5}$/, '');

/** Returns an unused name for the column of reasons. A table from an earlier download already has a column "Reason". */
const reasonColumn = (names: string[]): string => {
  let name = 'Reason';
  for (let number = 2; names.includes(name); number += 1) name = `Reason ${number}`;
  return name;
};

/** Shows the number of a row as in a spreadsheet, and its line number in the file if the two differ. */
const RowNumber = ({ row, line }: { row: number; line: number }) => (
  <span className="import-place">
    Row {row}
    {line !== row && <span className="muted">, line {line} of the file</span>}
  </span>
);

interface DuplicatesProps {
  check: ImportCheck;
  importing: Importing;
}

function Duplicates({ check: { duplicates }, importing }: DuplicatesProps) {
  const { kind, withDuplicates, setWithDuplicates } = importing;
  const same = kind === 'ideas' ? 'the same title and sender' : 'the same e-mail address and role';
  return (
    <div className="import-found">
      <h3>Rows that are there already</h3>
      <p className="help">They have {same}, or were imported before.</p>
      <LongList
        label="Duplicates"
        rows={duplicates.map(({ row, line, of }) => ({
          key: row,
          content: (
            <>
              <RowNumber row={row} line={line} />
              <span>
                {'row' in of && `says the same as row ${of.row}`}
                {'importedAt' in of && (
                  <>
                    was imported on <Day date={of.importedAt} />
                  </>
                )}
                {'id' in of && (
                  <>
                    is there:{' '}
                    <Link className="link" href={`/admin/${kind}?open=${of.id}`}>
                      <bdi>{of.name}</bdi>
                    </Link>
                  </>
                )}
              </span>
            </>
          ),
        }))}
      />
      <Radios<boolean>
        legend="What to do with them"
        name="import-duplicates"
        options={[
          [false, 'Leave them out'],
          [true, 'Import them too'],
        ]}
        value={withDuplicates}
        onChange={setWithDuplicates}
      />
    </div>
  );
}

interface LongListProps {
  label: string;
  rows: { key: number; content: ReactNode }[];
}

const firstShown = 50;

function LongList({ label, rows }: LongListProps) {
  const [shown, setShown] = useState(firstShown);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard */}
      <section className="import-rows" aria-label={label} tabIndex={0}>
        <ul>
          {rows.slice(0, shown).map(({ key, content }) => (
            <li key={key}>{content}</li>
          ))}
        </ul>
      </section>
      {rows.length > shown && (
        <Button small onClick={() => setShown(shown * 10)}>
          Show more of {rows.length.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}
