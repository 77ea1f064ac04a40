import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { applicationDraft, contactDraft, ideaDraft } from '../drafts.ts';
import { fullOrSample, reportFigures, seededRandom } from './attack.ts';
import { call, newAdmin, type Pair } from './pair.ts';

/** Requests of a sender and of staff, who act on one submission at the same time through different servers. */

const kinds = [
  { name: 'ideas', form: '/api/ideas', one: 'idea', draft: ideaDraft, status: 'approved' },
  {
    name: 'applications',
    form: '/api/applications',
    one: 'application',
    draft: applicationDraft,
    status: 'accepted',
  },
  { name: 'contacts', form: '/api/contact', one: 'contact', draft: contactDraft, status: 'read' },
] as const;

interface Round {
  kind: (typeof kinds)[number];
  id: string;
  secret: string;
}

type Act = (round: Round) => [method: string, path: string, body?: object];

const erase: Act = ({ secret }) => ['DELETE', `/api/receipts/${secret}`];

const ofSender: Act[] = [
  ({ kind, secret }) => ['PUT', `/api/receipts/${secret}/${kind.one}`, kind.draft],
  ({ secret }) => ['POST', `/api/receipts/${secret}/messages`, { text: 'Is it read?' }],
  ({ secret }) => ['POST', `/api/receipts/${secret}/withdraw`],
  erase,
];

const ofStaff: Act[] = [
  ({ kind, id }) => ['PATCH', `/api/admin/${kind.name}/${id}/status`, { status: kind.status }],
  ({ kind, id }) => [
    'PATCH',
    `/api/admin/several/${kind.name}`,
    { items: [{ id, version: 1 }], status: kind.status },
  ],
  ({ kind, id }) => ['DELETE', `/api/admin/${kind.name}/${id}`],
  ({ kind, id }) => [
    'POST',
    `/api/admin/several/${kind.name}/delete`,
    { items: [{ id, version: 1 }] },
  ],
  ({ kind, id }) => ['POST', `/api/admin/${kind.name}/${id}/messages`, { text: 'Yes.' }],
  ({ id }) => ['POST', `/api/admin/trash/${id}/restore`],
];

export async function actOnOneSubmission(t: TestContext, { servers, db }: Pair): Promise<void> {
  const rounds = fullOrSample(1000, 20);
  const random = seededRandom();
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const { token } = await newAdmin(db, 'receiver');
  const answered = new Map<number, number>();
  let erased = 0;
  for (let number = 0; number < rounds; number += 1) {
    const kind = pick(kinds);
    const { body } = await call(servers[0], 'POST', kind.form, { body: kind.draft });
    const round = { kind, id: body.id, secret: body.receiptPath.split('/').at(-1) };
    const acts = [pick(ofSender), pick(ofSender), pick(ofStaff), pick(ofStaff)];
    const answers = await Promise.all(
      acts.map(async (act, at) => {
        const [method, path, sent] = act(round);
        const isStaff = path.startsWith('/api/admin');
        const answer = await call(servers[isStaff ? 1 : 0], method, path, {
          ...(isStaff && { token }),
          ...(sent && { body: sent }),
        });
        return { ...answer, isErasure: act === erase, label: `${at}: ${method} ${path}` };
      }),
    );
    for (const { status, label } of answers) {
      assert.ok([200, 201, 204, 404, 409, 412].includes(status), `${label}: ${status}`);
      answered.set(status, (answered.get(status) ?? 0) + 1);
    }
    const isErased = answers.some(({ isErasure, status }) => isErasure && status === 204);
    if (isErased) erased += 1;
    await expectWhole(round, isErased, answers.map(({ label }) => label).join(', '));
  }
  const counts = [...answered].toSorted().map(([status, count]) => `${count} with ${status}`);
  reportFigures(t, { rounds, erased, 'in two places': 0, answered: counts.join(', ') });

  /**
   * Checks that the submission is in exactly one table, or erased with its receipts, messages and facets, and that
   * both servers agree.
   */
  async function expectWhole({ kind, id, secret }: Round, isErased: boolean, label: string) {
    const countOf = async (table: 'trash' | 'quarantine' | (typeof kinds)[number]['name']) =>
      (await db.selectFrom(table).select('id').where('id', '=', id).execute()).length;
    const listed = await countOf(kind.name);
    const copies = listed + (await countOf('trash')) + (await countOf('quarantine'));
    assert.equal(copies, isErased ? 0 : 1, label);
    for (const table of ['receipts', 'messages', 'facets'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('submission_id')
        .where('submission_id', '=', id)
        .execute();
      if (isErased || (table === 'facets' && listed === 0)) {
        assert.equal(rows.length, 0, `${table}, ${label}`);
      }
      // Every listed submission has a facet: an idea has an expertise, an application a role. A contact is only new or
      // read here, so it has `waiting`.
      if (table === 'facets' && listed > 0) assert.ok(rows.length > 0, `${table}, ${label}`);
    }
    const receipts = await Promise.all(
      servers.map((server) => call(server, 'GET', `/api/receipts/${secret}`)),
    );
    assert.deepEqual(receipts[0], receipts[1], label);
    assert.equal(receipts[0]?.status, isErased ? 404 : 200, label);
  }
}
