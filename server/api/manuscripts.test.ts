import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blogDraft } from '../../tests/drafts.ts';
import { day, minute, startApi } from '../../tests/harness.ts';
import { publishDue } from '../publisher.ts';
import { searchSite } from '../store/site-search.ts';

/** Tests of posts that are being written: drafts, unpublished changes, schedules and revisions. */

const api = await startApi();
const { token, username } = await api.userWithToken('blog-admin');
const other = await api.userWithToken('admin');
const base = '/api/admin/manuscripts';

const call = (method: string, path: string, body?: object, version?: number, asToken = token) =>
  api.call(method, path, {
    token: asToken,
    ...(body && { body }),
    ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
  });
const read = async (id: string) => (await call('GET', `${base}/${id}`)).body;
const draft = async (fields: object) => (await call('POST', base, fields)).body;
const revisions = async (id: string) => (await call('GET', `${base}/${id}/revisions`)).body;
const publishAllDue = () => publishDue({ ...api.deps, write: api.deps.write });
const publicText = async () => {
  const paths = ['/api/blogs', '/api/blogs?view=summary', '/api/blogs?view=page', '/api/stats'];
  const answers = await Promise.all(paths.map((path) => api.call('GET', path)));
  const found = await searchSite(api.store, { wanted: 'quokka', kind: '' });
  const tagged = await api.call('GET', '/api/blogs?view=page&tag=quokka');
  return JSON.stringify([answers.map(({ body }) => body), found, tagged.body]);
};
const text = { ...blogDraft, title: 'Quokka', content: 'About the quokka.', tags: ['quokka'] };

test('a draft may be incomplete, and is in no public response', async () => {
  const made = await call('POST', base, { title: 'Quokka only' });
  assert.equal(made.status, 201);
  const { id, state, version, blogId } = made.body;
  assert.deepEqual([state, version, blogId], ['draft', 1, null]);
  const saved = await call('PUT', `${base}/${id}`, { ...text, publishedAt: null }, 1);
  assert.deepEqual([saved.status, saved.body.version, saved.body.savedBy], [200, 2, username]);
  assert.equal((await publicText()).toLowerCase().includes('quokka only'), false);
  assert.equal((await publicText()).includes('About the quokka'), false);
  assert.equal((await api.call('GET', `/api/blogs/${id}`)).status, 404);
  assert.equal((await api.call('GET', '/api/blogs/quokka')).status, 404);
  const { body: list } = await call('GET', base);
  assert.deepEqual(
    list.map((each: { post: { title: string } }) => each.post.title),
    ['Quokka'],
  );
  assert.equal('content' in list[0].post, false);
  assert.equal((await call('DELETE', `${base}/${id}`, undefined, 1)).status, 412);
  assert.equal((await call('DELETE', `${base}/${id}`, undefined, 2)).status, 204);
  assert.equal((await call('GET', `${base}/${id}`)).status, 404);
  assert.equal((await api.db.selectFrom('revisions').selectAll().execute()).length, 0);
});

test('publishing requires a title and a text, and makes the id from the title', async () => {
  const { id } = await draft({ title: 'Wombat', publishedAt: null });
  const refused = await call('PUT', `${base}/${id}/publication`, {}, 1);
  assert.deepEqual([refused.status, refused.body.fields], [422, { content: 'Write the post.' }]);
  await call('PUT', `${base}/${id}`, { ...text, title: 'Wombat', publishedAt: null }, 1);
  assert.equal((await call('PUT', `${base}/${id}/publication`, {}, 1)).status, 412);
  const { body } = await call('PUT', `${base}/${id}/publication`, {}, 2);
  assert.deepEqual([body.state, body.blogId, body.version], ['published', 'wombat', 3]);
  const { body: blog } = await api.call('GET', '/api/blogs/wombat');
  assert.deepEqual(
    [blog.title, blog.publishedAt, blog.version],
    ['Wombat', api.deps.clock().toISOString(), 1],
  );
  assert.match(blog.contentHtml, /<p dir="auto">About the quokka/);
  assert.equal((await read('wombat')).id, id, 'found by the address too');
  assert.equal((await searchSite(api.store, { wanted: 'quokka', kind: '' })).posts.total, 1);
  assert.deepEqual((await call('GET', base)).body, []);
});

test('changes of a published post stay unpublished until they are published', async () => {
  const { body: blog } = await call('POST', '/api/admin/blogs', { ...text, title: 'Numbat' });
  const first = await read(blog.id);
  assert.deepEqual([first.state, first.version, first.blogVersion], ['published', 0, 1]);
  const changed = { ...first.post, content: 'Changed words.' };
  const { body: saved } = await call('PUT', `${base}/numbat`, changed, 0);
  assert.deepEqual([saved.state, saved.version], ['changed', 1]);
  assert.equal((await call('PUT', `${base}/numbat`, changed, 0)).status, 412);
  assert.equal((await api.call('GET', '/api/blogs/numbat')).body.content, text.content);
  // Saving the same text as the published one leaves no unpublished change.
  const { body: undone } = await call('PUT', `${base}/numbat`, first.post, 1);
  assert.equal(undone.state, 'published');
  await call('PUT', `${base}/numbat`, changed, 2);
  const { body: published } = await call('PUT', `${base}/numbat/publication`, {}, 3);
  assert.equal(published.state, 'published');
  const { body: after } = await api.call('GET', '/api/blogs/numbat');
  assert.deepEqual([after.content, after.version, after.id], ['Changed words.', 2, 'numbat']);
  assert.equal(after.publishedAt, blog.publishedAt);
});

test('publishing changes answers 412 if the published post has been changed by somebody else', async () => {
  await call('POST', '/api/admin/blogs', { ...text, title: 'Bilby' });
  const { post } = await read('bilby');
  await call('PUT', `${base}/bilby`, { ...post, excerpt: 'Mine' }, 0);
  await call('PUT', '/api/admin/blogs/bilby', { ...text, title: 'Bilby', content: 'Theirs' }, 1);
  assert.equal((await call('PUT', `${base}/bilby/publication`, {}, 1)).status, 412);
  const { blogVersion, publishedVersion } = await read('bilby');
  assert.deepEqual([blogVersion, publishedVersion], [1, 2]);
  const began = (await revisions('bilby')).find(
    (each: { blogVersion: number }) => each.blogVersion === blogVersion,
  );
  const { body: before } = await call('GET', `/api/admin/revisions/${began.id}`);
  assert.equal(before.post.content, text.content, 'the common ancestor is kept');
  const merged = { ...post, excerpt: 'Mine', content: 'Theirs', blogVersion: 2 };
  await call('PUT', `${base}/bilby`, merged, 1);
  assert.equal((await call('PUT', `${base}/bilby/publication`, {}, 2)).status, 200);
  // The schedule is cancelled if the published post changes before the scheduled time.
  const { version } = (await call('PUT', `${base}/bilby`, { ...merged, excerpt: 'Again' }, 3)).body;
  const later = { scheduledFor: inMinutes(5), timeZone: 'Europe/Berlin' };
  await call('PUT', `${base}/bilby/publication`, later, version);
  await call('PUT', '/api/admin/blogs/bilby', { ...text, title: 'Bilby' });
  api.advance(6 * minute);
  await publishAllDue();
  assert.equal((await read('bilby')).state, 'changed');
  assert.equal((await api.call('GET', '/api/blogs/bilby')).body.content, text.content);
  assert.equal((await call('DELETE', `${base}/bilby`)).status, 204);
  assert.equal((await read('bilby')).state, 'published');
});

const inMinutes = (minutes: number) =>
  new Date(api.deps.clock().getTime() + minutes * minute).toISOString();

test('a scheduled post is published at its time, once', async () => {
  const { id } = await draft({ ...text, title: 'Potoroo', publishedAt: null });
  const scheduledFor = inMinutes(10);
  const at = { scheduledFor, timeZone: 'Europe/Berlin' };
  for (const wrong of [
    { ...at, scheduledFor: inMinutes(-1) },
    { ...at, timeZone: 'Europe/Nowhere' },
    { ...at, scheduledFor: 'soon' },
  ]) {
    assert.equal((await call('PUT', `${base}/${id}/publication`, wrong)).status, 422);
  }
  const { body } = await call('PUT', `${base}/${id}/publication`, at, 1);
  assert.deepEqual(
    [body.state, body.scheduledFor, body.timeZone],
    ['scheduled', scheduledFor, 'Europe/Berlin'],
  );
  assert.equal((await call('PUT', `${base}/${id}`, { title: '' }, 2)).status, 422);
  api.advance(10 * minute - 1000);
  assert.equal(await publishAllDue(), 1000, 'looks again at the very time');
  assert.equal((await api.call('GET', '/api/blogs/potoroo')).status, 404);
  const before = await api.store.versions();
  api.advance(1000);
  await Promise.all([publishAllDue(), publishAllDue(), publishAllDue()]);
  const { body: blog } = await api.call('GET', '/api/blogs/potoroo');
  assert.equal(blog.publishedAt, scheduledFor);
  assert.equal((await api.call('GET', '/api/blogs/potoroo-2')).status, 404);
  assert.ok((await api.store.versions()).blogs > before.blogs, 'caches are made again');
  assert.equal((await read(id)).state, 'published');
});

test('DELETE of a publication ends the schedule', async () => {
  const { id } = await draft({ ...text, title: 'Dunnart', publishedAt: null });
  const at = { scheduledFor: inMinutes(10), timeZone: 'UTC' };
  await call('PUT', `${base}/${id}/publication`, at, 1);
  assert.equal((await call('DELETE', `${base}/${id}/publication`, undefined, 1)).status, 412);
  assert.equal((await call('DELETE', `${base}/${id}/publication`, undefined, 2)).status, 204);
  api.advance(20 * minute);
  await publishAllDue();
  assert.equal((await read(id)).state, 'draft');
});

test('autosaves of one person within 15 minutes are one revision', async () => {
  const auto = (content: string) => ({ ...text, title: 'Quoll', content, kind: 'autosaved' });
  const { id } = await draft(auto('One'));
  await call('PUT', `${base}/${id}`, auto('Two'));
  const kinds = async () =>
    (await revisions(id)).map((each: { kind: string; username: string }) => [
      each.kind,
      each.username === username,
    ]);
  assert.deepEqual(await kinds(), [['autosaved', true]]);
  await call('PUT', `${base}/${id}`, auto('Three'), undefined, other.token);
  assert.equal((await kinds()).length, 2, 'another person');
  api.advance(16 * minute);
  await call('PUT', `${base}/${id}`, auto('Four'), undefined, other.token);
  assert.equal((await kinds()).length, 3, 'another sitting');
  await call('PUT', `${base}/${id}`, { ...auto('Four'), kind: 'saved' }, undefined, other.token);
  assert.equal((await kinds()).length, 3, 'the same text');
  await call('PUT', `${base}/${id}`, { ...auto('Five'), kind: 'saved' });
  await call('PUT', `${base}/${id}`, { ...auto('One'), kind: 'restored' });
  assert.deepEqual((await kinds())[0], ['restored', true]);
  const list = await revisions(id);
  const { body } = await call('GET', `/api/admin/revisions/${list.at(-1).id}`);
  assert.equal(body.post.content, 'Two');
});

test('a revision that somebody else publishes names the publisher', async () => {
  const { id } = await draft({ ...text, title: 'Woylie', kind: 'saved' });
  const publication = { scheduledFor: null, timeZone: null };
  const path = `${base}/${id}/publication`;
  assert.equal((await call('PUT', path, publication, 1, other.token)).status, 200);
  const [revision, ...earlier] = await revisions(id);
  assert.deepEqual([revision.kind, revision.username], ['published', other.username]);
  assert.deepEqual(earlier, []);
});

test('at most 50 revisions are kept, and autosaves are deleted first', async () => {
  const { id } = await draft({ title: 'Kowari', content: 'first', kind: 'saved' });
  for (let turn = 0; turn < 54; turn += 1) {
    api.advance(day);
    const kind = turn < 5 ? 'autosaved' : 'saved';
    const renewed = await api.tokenOf(other.username, other.password);
    await call(
      'PUT',
      `${base}/${id}`,
      { title: 'Kowari', content: `${turn}`, kind },
      undefined,
      renewed,
    );
  }
  const { token: fresh } = await api.userWithToken('admin');
  const { body } = await api.call('GET', `${base}/${id}/revisions`, { token: fresh });
  assert.deepEqual(
    [body.length, body.every(({ kind }: { kind: string }) => kind === 'saved')],
    [50, true],
  );
});

test('deleting a post deletes its manuscript', async () => {
  const { token: fresh } = await api.userWithToken('admin');
  const send = (method: string, path: string, body?: object) =>
    api.call(method, path, { token: fresh, ...(body && { body }) });
  await send('POST', '/api/admin/blogs', { ...text, title: 'Mulgara' });
  await send('PUT', `${base}/mulgara`, { ...text, title: 'Mulgara', content: 'Other' });
  assert.equal((await send('DELETE', '/api/admin/blogs/mulgara')).status, 204);
  assert.equal((await send('GET', `${base}/mulgara`)).status, 404);
  const rows = await api.db.selectFrom('manuscripts').select('blog_id').execute();
  assert.ok(rows.every(({ blog_id }) => blog_id !== 'mulgara'));
});

test('publishing answers 412 if the text is saved again while it is rendered', async (t) => {
  const { render } = api.deps.articles;
  // The session of the earlier tests has expired.
  const { token: who } = await api.userWithToken('blog-admin');
  for (const seen of [1, 2, undefined]) {
    const old = { ...text, title: 'Numbat', content: 'Old text.' };
    const { id } = (await call('POST', base, old, undefined, who)).body;
    const saveNewer = () => call('PUT', `${base}/${id}`, { ...text, content: 'New text.' }, 1, who);
    const rendering = t.mock.method(
      api.deps.articles,
      'render',
      async (...asked: Parameters<typeof render>) => {
        await saveNewer();
        return render(...asked);
      },
    );
    assert.equal((await call('PUT', `${base}/${id}/publication`, {}, seen, who)).status, 412);
    rendering.mock.restore();
    await saveNewer();
    const { body } = await call('PUT', `${base}/${id}/publication`, {}, 2, who);
    const { body: blog } = await api.call('GET', `/api/blogs/${body.blogId}`);
    assert.match(blog.contentHtml, /New text/);
  }
});
