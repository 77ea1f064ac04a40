import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#server/store/store.ts';
import { listUsers } from '#server/store/user.ts';
import {
  appDraft,
  applicationDraft,
  blogDraft,
  contactDraft,
  ideaDraft,
  logDraft,
  milestoneDraft,
  podDraft,
} from '../drafts.ts';
import type { RunningServer } from '../process/server.ts';
import { type Admin, call, newAdmin, startPair } from './pair.ts';
import { engines, seeded, tell, times } from './rows.ts';
import { formOf, idsByMark } from './submissions.ts';

/** A kind of row that staff change: how to create, change and read it, and the value of a change. */
interface Kind {
  create: { path: string; body: object };
  change: { method: string; path(id: string): string };
  list: string;
  /** Different for each change of each round. */
  edit(writer: 0 | 1, round: number): Record<string, unknown>;
}

const marked = (writer: number, round: number) => `of writer ${writer} in round ${round}`;

const content = (name: string, draft: object, field: string): Kind => ({
  create: { path: `/api/admin/${name}`, body: draft },
  change: { method: 'PUT', path: (id) => `/api/admin/${name}/${id}` },
  list: `/api/${name}`,
  edit: (writer, round) => ({ ...draft, [field]: marked(writer, round) }),
});

const inbox = (name: string, form: string, draft: object, edit: Kind['edit']): Kind => ({
  create: { path: form, body: draft },
  change: { method: 'PATCH', path: (id) => `/api/admin/${name}/${id}/status` },
  list: `/api/admin/${name}`,
  edit,
});

const kinds: Kind[] = [
  content('pods', podDraft, 'description'),
  content('apps', appDraft, 'description'),
  content('blogs', blogDraft, 'excerpt'),
  content('milestones', milestoneDraft, 'description'),
  inbox('ideas', '/api/ideas', ideaDraft, (writer, round) => ({
    status: writer ? 'approved' : 'rejected',
    notes: marked(writer, round),
  })),
  inbox('applications', '/api/applications', applicationDraft, (writer, round) => ({
    status: writer ? 'accepted' : 'reviewed',
    notes: marked(writer, round),
  })),
  inbox('contacts', '/api/contact', contactDraft, (writer) => ({
    status: writer ? 'replied' : 'closed',
  })),
  {
    create: {
      path: '/api/admin/users',
      body: { username: 'raced', password: 'six-or-more', role: 'blog-admin' },
    },
    change: { method: 'PATCH', path: (id) => `/api/admin/users/${id}` },
    list: '/api/admin/users',
    edit: (writer, round) => ({ username: marked(writer, round) }),
  },
];

for (const engine of engines) {
  test(`two writers of the same version at two servers, ${engine}`, async (t) => {
    const rounds = times(1000, 25);
    const random = seeded();
    const { servers, db, end } = await startPair(engine);
    const { token } = await newAdmin(db, 'writer');
    const rows = await Promise.all(
      kinds.map(async ({ create: { path, body } }) => {
        const { status, body: made } = await call(servers[0], 'POST', path, { body, token });
        assert.equal(status, 201, path);
        return { id: made.id as string, version: 1 };
      }),
    );
    const wins = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const kind = kinds[round % kinds.length] as Kind;
      const row = rows[round % kinds.length] as { id: string; version: number };
      const write = (writer: 0 | 1) =>
        call(servers[writer], kind.change.method, kind.change.path(row.id), {
          body: kind.edit(writer, round),
          token,
          headers: { 'If-Match': `"${row.version}"` },
        });
      // Alternates which of them is sent first.
      const first = random() < 0.5 ? 0 : 1;
      const sent = [write(first), write(first ? 0 : 1)] as const;
      const answers = first ? [await sent[1], await sent[0]] : [await sent[0], await sent[1]];
      const said = `${kind.list} in round ${round}`;
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412], said);
      const winner = answers[0]?.status === 200 ? 0 : 1;
      wins[winner] = (wins[winner] ?? 0) + 1;
      row.version += 1;
      const won = answers[winner]?.body;
      for (const [field, value] of Object.entries(kind.edit(winner, round))) {
        assert.deepEqual(won[field], value, said);
      }
      assert.equal(won.version, row.version, said);
      // The server of the loser must know of the write at the other server.
      const list = await call(servers[winner ? 0 : 1], 'GET', kind.list, { token });
      assert.deepEqual(
        list.body.find(({ id }: { id: string }) => id === row.id),
        won,
        said,
      );
    }
    await end();
    const [one = 0, two = 0] = wins;
    tell(t, { rounds, 'kinds of rows': kinds.length, lost: 0, 'won by': `${one} to ${two}` });
  });

  test(`one form sent five times at once over two servers, ${engine}`, async (t) => {
    const rounds = times(1000, 20);
    const { location, servers, end } = await startPair(engine);
    const ids = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      const form = formOf(round);
      const mark = `double-${round}`;
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, number) =>
          call(servers[((number + round) % 2) as 0 | 1], 'POST', form.path, {
            body: form.draft(mark),
            headers: { 'Idempotency-Key': mark },
          }),
        ),
      );
      assert.equal(answers[0]?.status, 201, mark);
      for (const answer of answers) assert.deepEqual(answer, answers[0], mark);
      ids.set(mark, answers[0].body.id);
    }
    const found = await idsByMark(location);
    for (const [mark, id] of ids) assert.deepEqual(found.get(mark), [id], mark);
    assert.equal(found.size, rounds);
    await end();
    tell(t, { rounds, 'at once': 5, rows: found.size, doubled: 0 });
  });

  test(`two admins demote or delete each other at two servers, ${engine}`, async (t) => {
    const rounds = times(1000, 20);
    const random = seeded();
    const { servers, db, end } = await startPair(engine);
    const admins: [Admin, Admin] = [await newAdmin(db, 'one'), await newAdmin(db, 'two')];
    await removeOthers(servers[0], db, admins);
    const refusals = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const attack = (writer: 0 | 1) => {
        const { id } = admins[writer ? 0 : 1];
        const { token } = admins[writer];
        const path = `/api/admin/users/${id}`;
        return random() < 0.5
          ? call(servers[writer], 'DELETE', path, { token })
          : call(servers[writer], 'PATCH', path, { token, body: { role: 'blog-admin' } });
      };
      const answers = await Promise.all([attack(0), attack(1)]);
      const winner = answers[0].status < 300 ? 0 : 1;
      const loser = winner ? 0 : 1;
      const { status } = answers[loser];
      const said = `round ${round}: ${answers.map((answer) => answer.status)}`;
      assert.ok([200, 204].includes(answers[winner].status), said);
      // The loser has lost the session or role, or is refused as the last admin.
      assert.ok([401, 403, 409].includes(status), said);
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      const left = (await listUsers(db)).filter(({ role }) => role === 'admin');
      assert.deepEqual(
        left.map(({ id }) => id),
        [admins[winner].id],
        said,
      );
      admins[loser] = await newAdmin(db, `again-${round}`);
      // Deletes the demoted user, so that the list of users stays short.
      await removeOthers(servers[winner], db, admins);
    }
    await end();
    const refused = [...refusals].map(([status, count]) => `${count} with ${status}`);
    tell(t, { rounds, 'without an admin': 0, refused: refused.join(' and ') });
  });
}

/**
 * Concurrent writes of staff: names that collide, apps and log entries of a pod that is deleted
 * meanwhile, posts, milestones, and visitors' ideas that are reviewed and deleted meanwhile.
 */
const mixed: ((location: Mixing) => [method: string, path: string, body?: object])[] = [
  () => ['POST', '/api/admin/pods', podDraft],
  () => ['POST', '/api/admin/apps', appDraft],
  ({ one }) => ['POST', '/api/admin/apps', { ...appDraft, podId: one('pods') }],
  ({ one }) => ['POST', '/api/admin/log', { ...logDraft, podId: one('pods') }],
  () => ['POST', '/api/admin/blogs', blogDraft],
  () => ['POST', '/api/admin/milestones', milestoneDraft],
  () => ['POST', '/api/ideas', ideaDraft],
  ({ one }) => ['PUT', `/api/admin/apps/${one('apps')}`, { ...appDraft, podId: one('pods') }],
  ({ one }) => ['PUT', `/api/admin/pods/${one('pods')}`, podDraft],
  ({ one }) => ['PUT', `/api/admin/blogs/${one('blogs')}`, blogDraft],
  ({ one }) => ['PATCH', `/api/admin/ideas/${one('ideas')}/status`, { status: 'approved' }],
  ({ one }) => ['DELETE', `/api/admin/pods/${one('pods')}`],
  ({ one }) => ['DELETE', `/api/admin/apps/${one('apps')}`],
  ({ one }) => ['DELETE', `/api/admin/blogs/${one('blogs')}`],
  ({ one }) => ['DELETE', `/api/admin/ideas/${one('ideas')}`],
];

interface Mixing {
  /** An id of that kind; its row may have been deleted. */
  one(kind: string): string;
}

for (const engine of engines) {
  test(`creates, saves and deletes of all kinds at once over two servers, ${engine}`, async (t) => {
    const rounds = times(1000, 25);
    const random = seeded();
    const { servers, db, end } = await startPair(engine);
    const { token } = await newAdmin(db, 'mixer');
    const ids = new Map<string, string[]>();
    const one = (kind: string) => {
      const known = ids.get(kind) ?? [];
      return known[Math.floor(random() * known.length)] ?? 'none-yet';
    };
    const answered = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, number) => {
          const act = mixed[Math.floor(random() * mixed.length)] ?? (() => ['GET', '/api/stats']);
          const [method, path, body] = act({ one });
          const server = servers[number % 2] as RunningServer;
          const answer = await call(server, method, path, { token, ...(body && { body }) });
          return { ...answer, said: `${method} ${path} in round ${round}`, path };
        }),
      );
      for (const { status, body, said, path } of answers) {
        // A row, or the pod of an app, may have been deleted. Other refusals are errors.
        assert.ok([200, 201, 204, 404, 422].includes(status), `${said}: ${status}`);
        answered.set(status, (answered.get(status) ?? 0) + 1);
        const kind = path.split('/').at(-1) ?? '';
        if (status === 201) ids.set(kind, [...(ids.get(kind) ?? []).slice(-5), body.id]);
      }
    }
    await end();
    const counts = [...answered].toSorted().map(([status, count]) => `${count} with ${status}`);
    tell(t, { rounds, 'at once': 8, 'failed with 5xx': 0, answered: counts.join(', ') });
  });
}

/** Deletes all other admins, so that only these two are left. */
async function removeOthers(server: RunningServer, db: Db, admins: Admin[]): Promise<void> {
  const remaining = new Set(admins.map(({ id }) => id));
  for (const { id } of await listUsers(db)) {
    if (remaining.has(id)) continue;
    const path = `/api/admin/users/${id}`;
    assert.equal(
      (await call(server, 'DELETE', path, { token: admins[0]?.token ?? '' })).status,
      204,
    );
  }
}
