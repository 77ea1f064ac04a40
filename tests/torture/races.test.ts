import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '#server/store/store.ts';
import { listUsers } from '#server/store/user.ts';
import { blogDraft } from '../drafts.ts';
import { bodyOf, orderOf, table, titled } from '../imports.ts';
import type { RunningServer } from '../process/server.ts';
import {
  type EngineName,
  engines,
  enginesToAttack,
  fullOrSample,
  reportFigures,
  seededRandom,
} from './attack.ts';
import { actOnOneSubmission } from './both-sides.ts';
import { type Admin, call, newAdmin, type Pair, startPair } from './pair.ts';
import { type Kind, kinds, mixed } from './raced.ts';
import { formOf, idsByMark } from './submissions.ts';

/** All tests share a pair of servers on each engine: in a sample run, starting a pair takes longer than a test. */
const pairs = new Map<EngineName, Pair>();
for (const engine of engines) pairs.set(engine, await startPair(engine));
const pairOn = (engine: EngineName) => pairs.get(engine) as Pair;

for (const engine of engines) {
  test(`two writers of the same version at two servers, ${engine}`, async (t) => {
    const rounds = fullOrSample(1000, 8);
    const random = seededRandom();
    const { servers, db } = pairOn(engine);
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
      // Chooses at random which of the two writers sends first.
      const first = random() < 0.5 ? 0 : 1;
      const sent = [write(first), write(first ? 0 : 1)] as const;
      const answers = first ? [await sent[1], await sent[0]] : [await sent[0], await sent[1]];
      const label = `${kind.list} in round ${round}`;
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412], label);
      const winner = answers[0]?.status === 200 ? 0 : 1;
      wins[winner] = (wins[winner] ?? 0) + 1;
      row.version += 1;
      const won = answers[winner]?.body;
      for (const [field, value] of Object.entries(kind.edit(winner, round))) {
        assert.deepEqual(won[field], value, label);
      }
      assert.equal(won.version, row.version, label);
      // The server of the loser must show the write of the other server.
      const list = await call(servers[winner ? 0 : 1], 'GET', kind.list, { token });
      assert.deepEqual(
        list.body.find(({ id }: { id: string }) => id === row.id),
        won,
        label,
      );
    }
    const [one = 0, two = 0] = wins;
    reportFigures(t, {
      rounds,
      'kinds of rows': kinds.length,
      lost: 0,
      'won by': `${one} to ${two}`,
    });
  });

  test(`one form sent five times at once over two servers, ${engine}`, async (t) => {
    const rounds = fullOrSample(1000, 3);
    const { location, servers } = pairOn(engine);
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
    const marks = [...found.keys()].filter((mark) => mark.startsWith('double-'));
    assert.equal(marks.length, rounds);
    reportFigures(t, { rounds, 'at once': 5, rows: ids.size, doubled: 0 });
  });

  test(`two admins demote or delete each other at two servers, ${engine}`, async (t) => {
    const rounds = fullOrSample(1000, 4);
    const random = seededRandom();
    const { servers, db } = pairOn(engine);
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
      const label = `round ${round}: ${answers.map((answer) => answer.status)}`;
      assert.ok([200, 204].includes(answers[winner].status), label);
      // The loser has lost the session or the role, or the request would have removed the last admin.
      assert.ok([401, 403, 409].includes(status), label);
      refusals.set(status, (refusals.get(status) ?? 0) + 1);
      const remaining = (await listUsers(db)).filter(({ role }) => role === 'admin');
      assert.deepEqual(
        remaining.map(({ id }) => id),
        [admins[winner].id],
        label,
      );
      admins[loser] = await newAdmin(db, `again-${round}`);
      // Deletes the loser if they were only demoted, so that the list of users stays short.
      await removeOthers(servers[winner], db, admins);
    }
    const refused = [...refusals].map(([status, count]) => `${count} with ${status}`);
    reportFigures(t, { rounds, 'without an admin': 0, refused: refused.join(' and ') });
  });
}

for (const engine of engines) {
  test(`creates, saves and deletes of all kinds at once over two servers, ${engine}`, async (t) => {
    const rounds = fullOrSample(1000, 10);
    const random = seededRandom();
    const { servers, db } = pairOn(engine);
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
          return { ...answer, label: `${method} ${path} in round ${round}`, path };
        }),
      );
      for (const { status, body, label, path } of answers) {
        // Allows 404 and 422, because a row, or the pod of an app, may have been deleted meanwhile.
        assert.ok([200, 201, 204, 404, 422].includes(status), `${label}: ${status}`);
        answered.set(status, (answered.get(status) ?? 0) + 1);
        const kind = path.split('/').at(-1) ?? '';
        if (status === 201) ids.set(kind, [...(ids.get(kind) ?? []).slice(-5), body.id]);
      }
    }
    const counts = [...answered].toSorted().map(([status, count]) => `${count} with ${status}`);
    reportFigures(t, { rounds, 'at once': 8, 'failed with 5xx': 0, answered: counts.join(', ') });
  });
}

for (const engine of enginesToAttack('PostgreSQL')) {
  test(`senders and staff act on one submission at two servers, ${engine}`, (t) =>
    actOnOneSubmission(t, pairOn(engine)));
}

for (const engine of engines) {
  test(`two writers of one draft of a post at two servers, ${engine}`, async (t) => {
    const rounds = fullOrSample(500, 4);
    const { servers, db } = pairOn(engine);
    const { token } = await newAdmin(db, 'author');
    const draft = { ...blogDraft, publishedAt: null };
    const base = '/api/admin/manuscripts';
    const { body: made } = await call(servers[0], 'POST', base, { body: draft, token });
    for (let version = 1; version <= rounds; version += 1) {
      const answers = await Promise.all(
        servers.map((server, writer) =>
          call(server, 'PUT', `${base}/${made.id}`, {
            body: { ...draft, content: `By ${writer}, over ${version}` },
            token,
            headers: { 'If-Match': `"${version}"` },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, 412], `version ${version}`);
      const winner = statuses.indexOf(200);
      for (const server of servers) {
        const { body } = await call(server, 'GET', `${base}/${made.id}`, { token });
        assert.equal(body.post.content, `By ${winner}, over ${version}`);
        assert.equal(body.version, version + 1);
      }
    }
    reportFigures(t, { rounds, lost: 0 });
  });

  test(`one invitation is accepted at two servers at once, ${engine}`, async (t) => {
    const rounds = fullOrSample(200, 2);
    const { servers, db } = pairOn(engine);
    const { token } = await newAdmin(db, 'host');
    for (let round = 0; round < rounds; round += 1) {
      const username = `guest-${round}`;
      const { body: made } = await call(servers[0], 'POST', '/api/admin/invitations', {
        body: { username, email: null, role: 'blog-admin' },
        token,
      });
      const link = `/api/admin/invitations/${made.id}/link`;
      const { body } = await call(servers[1], 'POST', link, { token });
      const secret = body.path.split('#').at(-1);
      const answers = await Promise.all(
        servers.map((server, guest) =>
          call(server, 'POST', '/api/admin/invite/accept', {
            body: { secret, password: `chosen by ${guest}` },
          }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404], username);
      const users = (await listUsers(db)).filter((user) => user.username === username);
      assert.equal(users.length, 1);
    }
    reportFigures(t, { rounds, 'accepted twice': 0 });
  });

  test(`one import, and then its undo, is sent to two servers at once, ${engine}`, async (t) => {
    const rounds = fullOrSample(200, 2);
    const { servers, db } = pairOn(engine);
    const { token } = await newAdmin(db, 'importer');
    for (let round = 0; round < rounds; round += 1) {
      const titles = [1, 2, 3].map((number) => `Imported ${round}, ${number}`);
      const rows = titles.map((title) => titled(title));
      const order = orderOf(table('ideas', rows), rows.length);
      const body = bodyOf(order);
      const atBoth = (path: string, sent?: Buffer<ArrayBuffer>) =>
        Promise.all(
          servers.map(async (server) => {
            const response = await fetch(`${server.local}/api/admin/imports${path}`, {
              method: 'POST',
              headers: { Authorization: `Bearer ${token}` },
              ...(sent && { body: sent }),
            });
            assert.equal(response.status, 200, path);
            return response.json();
          }),
        );
      const storedIdeas = () =>
        db.selectFrom('ideas').select('id').where('title', 'in', titles).execute();
      const [first, second] = await atBoth('', body);
      assert.deepEqual(second, first);
      assert.equal((await storedIdeas()).length, titles.length);
      const [undone, again] = await atBoth(`/${order.plan.id}/undo`);
      assert.deepEqual(again, undone);
      assert.equal((await storedIdeas()).length, 0);
    }
    reportFigures(t, { rounds, 'done twice': 0 });
  });

  test(`both servers end, and have logged no failure, ${engine}`, () => pairOn(engine).end());
}

/** Deletes all users except `admins`, so that no other admin remains. */
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
