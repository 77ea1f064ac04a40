import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { csvHead, csvRow } from '#contract/csv.ts';
import type { ImportKind } from '#contract/import.ts';
import { ideaDraft } from './drafts.ts';
import { startApi } from './harness.ts';

/** Builds CSV files that staff import, and requests that import them. */

export type Row = Record<string, unknown>;

/** Returns a CSV file whose columns have the names of the fields, and the import plan that matches them. */
export function table(kind: ImportKind, rows: Row[], more: object = {}) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const file = csvHead(names) + rows.map((row) => csvRow(names.map((name) => row[name]))).join('');
  const fields = Object.fromEntries(names.map((name, column) => [name, { column }]));
  const plan = { kind, fields, encoding: 'utf-8', separator: ',', timeZone: 'UTC', ...more };
  return { plan, file };
}

export type Sent = { plan: object; file: string | Uint8Array };

export const bodyOf = ({ plan, file }: Sent) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(plan)}\n`), Buffer.from(file)]);

export const newId = () => randomBytes(16).toString('hex');

/** Adds to a plan what only an import has. `count` is the number of rows that the import must save. */
export const orderOf = ({ plan, file }: Sent, count: number, more: object = {}) => ({
  plan: { ...plan, id: newId(), fileName: 'form.csv', withDuplicates: false, count, ...more },
  file,
});

export const titled = (title: string, more: Row = {}): Row => ({ ...ideaDraft, title, ...more });

/** Starts an API with an admin. Rate limits, mail and webhooks are on: tests show that an import uses none of them. */
export async function startImports() {
  const site = await startApi({
    rateLimits: true,
    mail: { wake: () => {} },
    webhooks: { names: ['chat'], wake: () => {} },
  });
  const { call, db } = site;
  const { token, username } = await site.userWithToken('admin');

  const post = (path: string, sent: Sent) =>
    call('POST', `/api/admin/${path}`, { token, raw: bodyOf(sent) });

  const check = (sent: Sent) => post('import-check', sent);

  const idsAt = async (path: string) =>
    (await call('GET', path, { token })).body.map(({ id }: { id: string }) => id);

  const find = async (kind: ImportKind, search: string) => {
    await waitForSearchIndex();
    return (
      await call('GET', `/api/admin/${kind}?view=page&q=${encodeURIComponent(search)}`, { token })
    ).body.items;
  };

  /** Waits until all ideas and applications are in the search index, which the server fills after an import. */
  async function waitForSearchIndex(): Promise<void> {
    for (const { table, index } of [
      { table: 'ideas', index: 'idea_texts' },
      { table: 'ideas', index: 'idea_titles' },
      { table: 'applications', index: 'application_texts' },
    ]) {
      const ids = sql`select id from ${sql.table(index)}`;
      const missing = sql`select 1 from ${sql.table(table)} where id not in (${ids})`;
      for (let tries = 0; (await missing.execute(db)).rows.length > 0; tries += 1) {
        assert.ok(tries < 2000, `rows of ${table} are missing in ${index}`);
        await wait(5);
      }
    }
  }

  const undo = (id: string) => call('POST', `/api/admin/imports/${id}/undo`, { token });

  return {
    site,
    call,
    db,
    token,
    username,
    post,
    check,
    find,
    idsAt,
    waitForSearchIndex,
    undo,
  };
}
