import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { type Encoding, type Separator, separators } from '#contract/csv.ts';
import { importMegabytes, mostImportedRows } from '#contract/import.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/states.tsx';
import { filesOf } from '../parts/upload.ts';
import { rowsText } from './fields.ts';
import type { Importing } from './importing.ts';
import { Radios } from './radios.tsx';

/** The first step of an import: the user chooses, drops or pastes a CSV table of ideas or of applications. */
export function ChooseTable({ importing }: { importing: Importing }) {
  const { kind, setKind, table, problem } = importing;
  return (
    <section className="panel import-step" aria-labelledby="import-table">
      <h2 className="h-sub" id="import-table">
        The table
      </h2>
      <Radios
        legend="Its rows are"
        name="import-kind"
        options={[
          ['ideas', 'Ideas'],
          ['applications', 'Applications'],
        ]}
        value={kind}
        onChange={setKind}
      />
      {table ? <Chosen importing={importing} /> : <Chooser importing={importing} />}
      {problem && <Alert title="This table cannot be used">{problem}</Alert>}
    </section>
  );
}

function Chooser({ importing }: { importing: Importing }) {
  const { takeFile, takeText, keptFrom } = importing;
  const chooser = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState('');
  const take = ([file]: File[]) => file && takeFile(file);
  return (
    <>
      <fieldset
        className="lead-drop"
        aria-label="File"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take(filesOf(event.dataTransfer));
        }}
      >
        <input
          ref={chooser}
          hidden
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ target }) => {
            take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <div className="lead-acts">
          <Button id="import-file" variant="primary" onClick={() => chooser.current?.click()}>
            <FileUp className="i" aria-hidden="true" />
            Choose file
          </Button>
          <Button aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            Paste text
          </Button>
          <span className="help">Or drop it here.</span>
        </div>
        <p className="help">
          A CSV file with the names of the columns in its first row, as Google Forms, Airtable and
          spreadsheets save it. At most {importMegabytes} MB and{' '}
          {mostImportedRows.toLocaleString('en')} rows.
        </p>
        {keptFrom && (
          <p className="help">
            A table with the columns of <b dir="auto">{keptFrom}</b> is matched as you matched that
            one.
          </p>
        )}
      </fieldset>
      {isPasting && (
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            takeText(text);
          }}
        >
          <label htmlFor="import-text">Text of the table</label>
          <textarea
            id="import-text"
            className="input import-text"
            dir="auto"
            rows={6}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="acts">
            <Button type="submit" variant="primary" disabled={text.trim() === ''}>
              Use this text
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

const separatorNames: Record<Separator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' };

const notices: Record<Encoding, string | undefined> = {
  'utf-8': undefined,
  'utf-16le': 'The file is UTF-16. It was read as that: look whether the letters below are right.',
  'utf-16be': 'The file is UTF-16. It was read as that: look whether the letters below are right.',
  'windows-1252':
    'The file is not UTF-8. It was read as Western European (Windows-1252): look whether accented letters below are right. If not, save it as UTF-8 and choose it again.',
};

function Chosen({ importing: { table, setSeparator, dropTable } }: { importing: Importing }) {
  if (!table) return null;
  const { fileName, rows, names, separator, encoding } = table;
  const notice = notices[encoding];
  return (
    <>
      <div className="row import-chosen">
        <p role="status">
          <b dir="auto">{fileName}</b>{' '}
          <span className="muted">
            {rowsText(rows.length)}, {names.length} {names.length === 1 ? 'column' : 'columns'}
          </span>
        </p>
        <div className="cluster">
          <label className="import-separator">
            <span>Separator</span>
            <select
              className="input"
              value={separator}
              onChange={(event) => setSeparator(event.target.value as Separator)}
            >
              {separators.map((each) => (
                <option key={each} value={each}>
                  {separatorNames[each]}
                </option>
              ))}
            </select>
          </label>
          <Button small onClick={dropTable}>
            Another file
          </Button>
        </div>
      </div>
      {notice && (
        <p className="help import-notice" role="status">
          {notice}
        </p>
      )}
    </>
  );
}
