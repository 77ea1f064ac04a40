import { fieldsOf } from '#contract/import.ts';
import { cellTextOf, rowReader } from '#contract/import-row.ts';
import { labelOf } from './fields.ts';
import type { Importing } from './importing.ts';
import type { Table } from './table.ts';

const mostRows = 5;

interface PreviewProps {
  importing: Importing;
  table: Table;
}

/** Shows the first rows as they would be stored, or with the errors for which the server would refuse them. */
export function Preview({ importing: { kind, plan }, table }: PreviewProps) {
  const fields = fieldsOf(kind).filter((name) => plan.fields[name]);
  const read = rowReader(plan, new Date());
  return (
    <section className="panel import-step" aria-labelledby="import-preview">
      <h2 className="h-sub" id="import-preview">
        Preview
      </h2>
      {fields.length === 0 ? (
        <p className="help">Nothing is matched yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
        <section className="import-scroll" tabIndex={0} aria-label="The first rows">
          <table className="import-table">
            <thead>
              <tr>
                <th scope="col">Row</th>
                {fields.map((name) => (
                  <th scope="col" key={name}>
                    {labelOf(kind, name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.slice(0, mostRows).map(({ row, cells }) => {
                const { draft, errors } = read(cells);
                return (
                  <tr key={row}>
                    <th scope="row">{row}</th>
                    {fields.map((name) => (
                      <td key={name} dir="auto">
                        <Cell
                          value={draft?.[name as keyof typeof draft]}
                          text={cellTextOf(plan, name, cells) ?? ''}
                          error={errors?.[name]}
                        />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

interface CellProps {
  /** The value that would be stored. Undefined if the server would refuse the row: the cell then shows `text`. */
  value: unknown;
  text: string;
  error: string | undefined;
}

function Cell({ value, text, error }: CellProps) {
  const stored = value === undefined ? text : [value ?? []].flat().join(', ');
  return (
    <>
      <span className="clamp2">{stored || <span className="muted">empty</span>}</span>
      {error && <span className="import-refusal">{error}</span>}
    </>
  );
}
