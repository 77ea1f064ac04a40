import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { IdeaDraft } from '#contract/idea.ts';
import { ideaDraft } from '../../tests/drafts.ts';
import { migratedDatabase } from '../../tests/harness.ts';
import { startPgBouncer } from '../../tests/pgbouncer.ts';
import { listIdeaPage, newIdea } from './idea.ts';
import { openPostgres } from './postgres.ts';
import { insertSubmission } from './receive.ts';

const { databaseUrl } = await migratedDatabase();
const pooler = databaseUrl ? await startPgBouncer(databaseUrl) : undefined;

/** Skipped in the SQLite run, and where PgBouncer is not installed. */
if (databaseUrl && pooler) {
  after(() => pooler.stop());
  test('behind a pooler in transaction mode, a write shows in the next read of another instance', async () => {
    const stores = [await openPostgres(pooler.url), await openPostgres(pooler.url)] as const;
    const [one, other] = stores;
    const page = { wanted: '', status: '', before: '', after: '', limit: 48 };
    for (let round = 1; round <= 30; round += 1) {
      const before = await other.versions();
      const draft = IdeaDraft.parse({ ...ideaDraft, title: `Pooled number ${round}.` });
      const writes = Array.from({ length: 3 }, () => newIdea(draft, new Date()));
      await Promise.all(
        writes.map(({ row }) => one.write((tx) => insertSubmission(tx, 'ideas', row))),
      );
      assert.notDeepEqual(await other.versions(), before, 'a write shows in the next read');
      const found = await listIdeaPage(other, { ...page, wanted: `pooled number ${round}.` });
      assert.equal(found.total, 3);
      assert.equal((await listIdeaPage(other, page)).total, round * 3);
    }
    for (const store of stores) await store.close();
  });
}
