import { CircleAlert } from 'lucide-react';
import { type FieldSource, fieldsOf, type ImportKind, isRequired } from '#contract/import.ts';
import { dateOrders } from '#contract/import-date.ts';
import { limits } from '#contract/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/restore-focus.ts';
import { statusLabel } from '../../ui/status-badge.tsx';
import { timeZones } from '../parts/times.ts';
import { choicesOf, labelOf } from './fields.ts';
import type { Importing } from './importing.ts';
import { Radios } from './radios.tsx';
import type { Table } from './table.ts';

interface MatchingProps {
  importing: Importing;
  table: Table;
}

/** The step of an import in which staff choose a column for each field, or one text for all rows. */
export function Matching({ importing, table }: MatchingProps) {
  const { kind, plan } = importing;
  const names = fieldsOf(kind);
  return (
    <section className="panel import-step" aria-labelledby="import-matching">
      <h2 className="h-sub" id="import-matching">
        Match the columns
      </h2>
      <p className="help">
        {importing.isKept
          ? 'Columns are matched as you left them in this tab.'
          : 'Columns were proposed by their names.'}{' '}
        In lists, such as expertise or skills, entries are separated by commas, semicolons or line
        breaks.
      </p>
      {importing.isKept && (
        <Button
          small
          onClick={() => {
            importing.matchByNames();
            restoreFocus('#import-matching');
          }}
        >
          Match by their names instead
        </Button>
      )}
      <div className="import-fields">
        {names
          .toSorted((one, other) => Number(isRequired(kind, other)) - Number(isRequired(kind, one)))
          .map((name) => (
            <FieldRow key={`${kind} ${name}`} name={name} importing={importing} table={table} />
          ))}
      </div>
      {plan.fields.createdAt && <Dates importing={importing} />}
    </section>
  );
}

const sameForAll = 'same';

function FieldRow({ name, importing, table }: MatchingProps & { name: string }) {
  const { kind, plan, setField, missing } = importing;
  const source = plan.fields[name];
  const id = `source-${name}`;
  const isMissing = missing.includes(name);
  const label = labelOf(kind, name);
  const sample = source && 'column' in source ? sampleOf(table, source.column) : undefined;
  return (
    <div className={isMissing ? 'field err' : 'field'}>
      <label htmlFor={id}>
        {label}
        {!isRequired(kind, name) && <span className="opt">Optional</span>}
      </label>
      <select
        id={id}
        className="input"
        value={valueOfSource(source)}
        aria-required={isRequired(kind, name)}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : `${id}-sample`}
        onChange={({ target }) => setField(name, sourceOf(target.value, kind, name))}
      >
        <option value="">Not in the table</option>
        {table.names.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
          <option key={at} value={at} dir="auto">
            {column}
          </option>
        ))}
        <option value={sameForAll}>The same for all rows</option>
      </select>
      {source && 'value' in source && (
        <FixedValue
          label={`${label}, for all rows`}
          choices={choicesOf(kind, name)}
          value={source.value}
          onChange={(value) => setField(name, { value })}
        />
      )}
      {sample !== undefined && (
        <p className="help import-sample" id={`${id}-sample`} dir="auto">
          {sample || 'This column is empty.'}
        </p>
      )}
      {isMissing && (
        <p className="error" id={`${id}-error`}>
          <CircleAlert className="i" aria-hidden="true" />
          Choose a column, or the same text for all rows.
        </p>
      )}
    </div>
  );
}

const valueOfSource = (source: FieldSource | undefined) => {
  if (!source) return '';
  return 'column' in source ? String(source.column) : sameForAll;
};

function sourceOf(value: string, kind: ImportKind, name: string): FieldSource | undefined {
  if (value === '') return undefined;
  if (value === sameForAll) return { value: choicesOf(kind, name)?.[0] ?? '' };
  return { column: Number(value) };
}

/** Returns the start of the first cell in the column that is not blank. Returns an empty string for a blank column. */
const sampleOf = ({ rows }: Table, column: number): string =>
  rows
    .find(({ cells }) => cells[column]?.trim())
    ?.cells[column]?.trim()
    .slice(0, 120) ?? '';

interface FixedValueProps {
  label: string;
  choices: readonly string[] | undefined;
  value: string;
  onChange(value: string): void;
}

function FixedValue({ label, choices, value, onChange }: FixedValueProps) {
  const props = {
    className: 'input',
    'aria-label': label,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (!choices) return <input {...props} dir="auto" maxLength={limits.text} />;
  return (
    <select {...props}>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choices.includes('pending') ? statusLabel(choice) : choice}
        </option>
      ))}
    </select>
  );
}

const zones = timeZones();

const orderNames = { day: 'Day first: 3/4 is 3 April', month: 'Month first: 3/4 is 4 March' };

function Dates({ importing }: { importing: Importing }) {
  const { asksOrder, order, setOrder, plan, setTimeZone } = importing;
  return (
    <div className="import-dates">
      {asksOrder && (
        <Radios
          legend="Which number comes first in its dates?"
          name="import-order"
          options={dateOrders.map((each) => [each, orderNames[each]] as const)}
          value={order}
          onChange={setOrder}
        >
          {!order && (
            <p className="help">
              The table does not tell. Rows with such dates are refused until you choose.
            </p>
          )}
        </Radios>
      )}
      <div className="field">
        <label htmlFor="import-zone">Time zone of its times</label>
        <select
          id="import-zone"
          className="input"
          value={plan.timeZone}
          onChange={(event) => setTimeZone(event.target.value)}
        >
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </div>
    </div>
  );
}
