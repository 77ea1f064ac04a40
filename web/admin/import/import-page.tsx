import { PageHead } from '../parts/page-head.tsx';
import { ChooseTable } from './choose-table.tsx';
import { useImporting } from './importing.ts';
import { Imports } from './imports.tsx';
import { Matching } from './matching.tsx';
import { Preview } from './preview.tsx';
import { Verdict } from './verdict.tsx';

export default function ImportPage() {
  const importing = useImporting();
  return (
    <>
      <PageHead
        title="Import"
        about="Bring ideas or applications along from a form or a spreadsheet, and undo it if it was wrong."
      />
      <ChooseTable importing={importing} />
      {importing.table && (
        <>
          <Matching importing={importing} table={importing.table} />
          <Preview importing={importing} table={importing.table} />
          <Verdict importing={importing} table={importing.table} />
        </>
      )}
      <Imports refresh={importing.refresh} />
    </>
  );
}
