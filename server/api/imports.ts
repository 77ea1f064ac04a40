import {
  Import,
  ImportCheck,
  ImportDetail,
  ImportPlan,
  ImportRequest,
  importLimit,
} from '#contract/import.ts';
import { z } from '#contract/zod.ts';
import { limitInFlight, Slots } from '../slots.ts';
import {
  findImport,
  findImportDetail,
  importRows,
  listImports,
  requireSameImport,
  writeTextsOfImport,
} from '../store/import.ts';
import { findDuplicates } from '../store/import-duplicates.ts';
import { restoreImport, undoImport } from '../store/import-undo.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { checkRows, longestPlan, splitBody } from './import-file.ts';
import { type Call, get, postFile, postWithoutBody, type Route } from './route.ts';

/** How many imports and dry runs run in parallel: each holds its file and rows in memory. The next one gets 503. */
const mostFiles = 2;

const bodyLimit = importLimit + longestPlan;

type FileCall = Call<() => Promise<Uint8Array>>;

/** The routes with which staff import a CSV file, undo an import, and restore an import that was undone. */
export const importRoutes = (deps: ApiDeps): Route[] => {
  const files = new Slots(mostFiles);
  /** Returns the `Actor` with a `username` of the type string. The type `Actor` also allows null. */
  const importer = ({ user }: Pick<Call, 'user'>) => ({
    ...actorOf(deps, user),
    username: user.username,
  });
  /** Writes the searchable texts of the rows in the background. Until then a search does not find the rows. */
  const writeTexts = (imported: Import): Import => {
    writeTextsOfImport(deps.db, imported).catch((error) =>
      deps.logger.warn({ err: error }, 'the search cannot be brought up to date'),
    );
    return imported;
  };
  return [
    get(
      '/api/admin/imports',
      { access: 'import', summary: 'The newest imports', answer: z.array(Import) },
      () => listImports(deps.db),
    ),
    get(
      '/api/admin/imports/:id',
      {
        access: 'import',
        summary: 'An import, and what has become of its rows',
        answer: ImportDetail,
      },
      ({ id }) => findImportDetail(deps.longReads, id),
    ),
    postFile(
      '/api/admin/import-check',
      {
        access: 'import',
        summary: 'Say what an import would do, and do nothing: a line of JSON, and then the file',
        firstLine: ImportPlan,
        answer: ImportCheck,
        bodyLimit,
      },
      limitInFlight(files, async ({ body }: FileCall) => {
        const { plan, file } = splitBody(await body(), ImportPlan);
        const { rows, accepted, refused } = await checkRows(file, plan, deps.clock());
        const duplicates = await findDuplicates(deps.longReads, plan.kind, accepted);
        return { rows, refused, duplicates };
      }),
    ),
    postFile(
      '/api/admin/imports',
      {
        access: 'import',
        summary: 'Import a table, all of it or nothing: a line of JSON, and then the file',
        firstLine: ImportRequest,
        answer: Import,
        bodyLimit,
        errors: [409],
      },
      limitInFlight(files, async (call: FileCall) => {
        const { plan, file } = splitBody(await call.body(), ImportRequest);
        const first = await findImport(deps.db, plan.id);
        if (first) return requireSameImport(first, plan);
        const { accepted } = await checkRows(file, plan, deps.clock());
        return writeTexts(await call.write((tx) => importRows(tx, plan, accepted, importer(call))));
      }),
    ),
    postWithoutBody(
      '/api/admin/imports/:id/undo',
      {
        access: 'import',
        summary: 'Move all rows of an import to the trash',
        answer: Import,
      },
      (call) => call.write((tx) => undoImport(tx, call.id, importer(call))),
    ),
    postWithoutBody(
      '/api/admin/imports/:id/restore',
      {
        access: 'import',
        summary: 'Move the rows of an import that was undone back to their list',
        answer: Import,
        errors: [409],
      },
      async (call) =>
        writeTexts(await call.write((tx) => restoreImport(tx, call.id, importer(call)))),
    ),
  ];
};
