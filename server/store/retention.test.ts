import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { applicationDraft, contactDraft, ideaDraft } from '../../tests/drafts.ts';
import { startApi } from '../../tests/harness.ts';
import { monthsBefore, sweepPersonalData } from './retention.ts';
import { tableNames } from './tables.ts';

const api = await startApi();
const { token } = await api.userWithToken('admin');
const mark = 'zebrafinch';
const sentAt = new Date(api.deps.clock());
const monthsLater = (months: number) => {
  const time = new Date(sentAt);
  time.setUTCMonth(time.getUTCMonth() + months);
  return new Date(time.getTime() + 60_000);
};

/** Returns the names of the tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tableNames) {
    // On SQLite the tables of texts have a column `number`, whose values are too large for a JavaScript number.
    const columns = table.endsWith('_texts') ? sql`text` : sql`*`;
    const { rows } = await sql`select ${columns} from ${sql.table(table)}`.execute(api.db);
    if (JSON.stringify(rows).toLowerCase().includes(text)) found.push(table);
  }
  return found;
}

const kinds = [
  {
    kind: 'applications',
    form: '/api/applications',
    draft: {
      ...applicationDraft,
      fullName: mark,
      email: `${mark}@example.com`,
      role: `Poet, ${mark}`,
      mattermostHandle: mark,
      experience: mark,
      availability: mark,
      skills: [mark],
      linkedin: `https://example.com/${mark}`,
      github: `https://example.com/${mark}`,
      portfolio: `https://example.com/${mark}`,
      motivation: mark,
    },
    status: 'accepted',
    keptFields: { status: 'accepted', role: 'Other', circles: applicationDraft.circles },
  },
  {
    kind: 'contacts',
    form: '/api/contact',
    draft: {
      ...contactDraft,
      name: mark,
      email: `${mark}@example.com`,
      subject: mark,
      message: mark,
    },
    status: 'replied',
    keptFields: { status: 'replied', inquiryType: contactDraft.inquiryType },
  },
] as const;

for (const { kind, form, draft, status, keptFields } of kinds) {
  test(`${kind}: personal data is removed after the configured months, not before, and the counts stay`, async () => {
    const path = `/api/admin/${kind}`;
    const { body: first } = await api.call('POST', form, {
      body: draft,
      headers: { 'Idempotency-Key': `retention-of-${kind}` },
    });
    const { body: second } = await api.call('POST', form, { body: draft });
    const secret = first.receiptPath.split('/').at(-1);
    await api.call('POST', `/api/receipts/${secret}/messages`, { body: { text: mark } });
    await api.call('PATCH', `${path}/${first.id}/status`, {
      token,
      body: { status, ...(kind === 'applications' && { notes: mark }) },
    });
    await api.call('DELETE', `${path}/${second.id}`, { token });
    const months = { applications: null, contacts: null, [kind]: 24 };

    await sweepPersonalData(api.db, { applications: null, contacts: null }, monthsLater(1000));
    await sweepPersonalData(api.db, months, new Date(monthsLater(24).getTime() - 2 * 60_000));
    assert.ok((await tablesWith(mark)).includes(kind));

    await sweepPersonalData(api.db, months, monthsLater(24));
    assert.deepEqual(await tablesWith(mark), []);
    const { body: row } = await api.call('GET', `${path}/${first.id}`, { token });
    assert.deepEqual({ ...row, ...keptFields }, row);
    const { body: found } = await api.call('GET', `${path}?view=page`, { token });
    assert.equal(found.counts[status], 1);
    assert.equal((await api.call('GET', `/api/receipts/${secret}`)).status, 404);
    const { body: history } = await api.call('GET', `${path}/${first.id}/history`, { token });
    assert.deepEqual([history[0].what, history[0].by], ['anonymised', '(automatic)']);
    // An anonymised submission stays in the trash for the usual 30 days, because it has no personal data.
    await api.call('DELETE', `${path}/${first.id}`, { token });
    await sweepPersonalData(api.db, months, monthsLater(25));
    await api.call('POST', `/api/admin/trash/${first.id}/restore`, { token });
    assert.equal((await api.call('GET', `${path}/${first.id}`, { token })).status, 200);
    // A second sweep changes nothing. The version has grown by one through the restore.
    await sweepPersonalData(api.db, months, monthsLater(25));
    const { body: again } = await api.call('GET', `${path}/${first.id}`, { token });
    assert.equal(again.version, row.version + 1);
  });
}

test('monthsBefore returns the last day of a month that is too short', () => {
  const before = (day: string, months: number) =>
    monthsBefore(new Date(`${day}T10:00:00Z`), months)
      .toISOString()
      .slice(0, 10);
  assert.equal(before('2026-03-31', 1), '2026-02-28');
  assert.equal(before('2026-08-31', 6), '2026-02-28');
  assert.equal(before('2026-08-30', 1), '2026-07-30');
  assert.equal(before('2026-01-15', 24), '2024-01-15');
});

test('ideas are kept, however old they are', async () => {
  const { body } = await api.call('POST', '/api/ideas', { body: { ...ideaDraft, title: mark } });
  await sweepPersonalData(api.db, { applications: 1, contacts: 1 }, monthsLater(100));
  assert.equal((await api.call('GET', `/api/admin/ideas/${body.id}`, { token })).body.title, mark);
});
