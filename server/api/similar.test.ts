import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ideaDraft } from '../../tests/drafts.ts';
import { minute, startApi } from '../../tests/harness.ts';
import { receiptApi } from '../../tests/mail.ts';
import { writeMissingTexts } from '../store/search-texts.ts';

const api = await startApi();
const { token } = await api.userWithToken('admin');

const submit = async (title: string, more: object = {}) => {
  api.advance(minute);
  const body = { ...ideaDraft, title, ...more };
  return (await api.call('POST', '/api/ideas', { body })).body as {
    id: string;
    createdAt: string;
    receiptPath: string;
  };
};
const similar = async (title: string) => {
  const query = new URLSearchParams({ view: 'similar', title });
  const { status, body } = await api.call('GET', `/api/ideas?${query}`);
  assert.equal(status, 200);
  return body.items as { id: string; title: string; status: string; createdAt: string }[];
};
const titles = async (title: string) => (await similar(title)).map((one) => one.title);
const staff = (method: string, path: string, body?: object) =>
  api.call(method, `/api/admin${path}`, { token, ...(body && { body }) });

const bicycles = await submit('Find stolen bicycles by their scratches', {
  email: 'private@example.org',
});
for (const title of [
  'Summarise the minutes of the council',
  'Water the school garden by the forecast',
  'Subtitles for the town theatre',
  'Ideas for the old harbour',
  'Ideas for the old station',
  'Ideas for the old kitchen',
  'Ideas for the old library',
  '智能花园管理助手',
  'מצא אופניים גנובים בעיר',
]) {
  await submit(title);
}

test('GET /api/ideas?view=similar finds titles with the same words in other forms and order', async () => {
  assert.deepEqual(await similar('Stolen bicycle finder'), [
    {
      id: bicycles.id,
      title: 'Find stolen bicycles by their scratches',
      status: 'pending',
      createdAt: bicycles.createdAt,
    },
  ]);
  // The last word is incomplete, and another word is misspelt.
  assert.deepEqual(await titles('A forcast for watering the school gar'), [
    'Water the school garden by the forecast',
  ]);
  assert.deepEqual(await titles('SUMMARISE COUNCIL MINUTES'), [
    'Summarise the minutes of the council',
  ]);
  assert.deepEqual(await titles('智能花园管理工具设计'), ['智能花园管理助手']);
  assert.deepEqual(await titles('אופניים גנובים של השכן'), ['מצא אופניים גנובים בעיר']);
});

test('a title with fewer than three words, or with only unknown or frequent words, finds none', async () => {
  for (const title of ['', 'stolen bicycles', 'stolen', 'a b c d', 'By the and of', '% _ \\ "']) {
    assert.deepEqual(await titles(title), [], title);
  }
  assert.deepEqual(await titles('Translate letters from the landlord'), []);
});

test('at most three ideas are found; of equally similar ones, the newest', async () => {
  assert.deepEqual(await titles('Ideas for the old'), [
    'Ideas for the old library',
    'Ideas for the old kitchen',
    'Ideas for the old station',
  ]);
});

test('an old idea with exactly this title is found among many with most of its words', async () => {
  const first = await submit('A quiet map of the noisy river');
  for (let number = 0; number < 160; number += 1)
    await submit(`A quiet map of the river ${number}`);
  const [best] = await similar('A quiet map of the noisy river');
  assert.equal(best?.id, first.id);
});

test('deleted, withdrawn, held-back and erased ideas are not found', async () => {
  const title = 'Lend ladders between neighbours';
  const path = async (kind: string) => {
    const { id, receiptPath } = await submit(`${title} ${kind}`);
    assert.equal((await titles(title)).length, 1, kind);
    return { id, receipt: receiptApi(receiptPath) };
  };
  const deleted = await path('deleted');
  await staff('DELETE', `/ideas/${deleted.id}`);
  assert.deepEqual(await titles(title), []);
  await api.call('POST', `${(await path('withdrawn')).receipt}/withdraw`);
  assert.deepEqual(await titles(title), []);
  const held = await path('held');
  await staff('POST', `/ideas/${held.id}/hold`);
  assert.deepEqual(await titles(title), []);
  await api.call('DELETE', (await path('erased')).receipt);
  assert.deepEqual(await titles(title), []);
  await staff('POST', `/quarantine/${held.id}/release`);
  await staff('POST', `/trash/${deleted.id}/restore`);
  assert.deepEqual((await titles(title)).length, 2);
});

test('a corrected title is found, and the old one is not', async () => {
  const { receiptPath } = await submit('Count the swifts at dusk');
  const body = { ...ideaDraft, title: 'Photograph every lamp post' };
  await api.call('PUT', `${receiptApi(receiptPath)}/idea`, { body });
  assert.deepEqual(await titles('Count the swifts at dusk'), []);
  assert.deepEqual(await titles('Photograph every lamp post'), ['Photograph every lamp post']);
});

test('titles that are missing, as after a restore, are written again', async () => {
  await api.db.deleteFrom('idea_titles').execute();
  assert.deepEqual(await titles('Stolen bicycle finder'), []);
  await writeMissingTexts(api.db);
  assert.equal((await titles('Stolen bicycle finder')).length, 1);
});

test('GET /api/admin/ideas/:id/related has the main idea, duplicates and similar ideas, but not the idea itself', async () => {
  const one = await submit('Reuse old hearing aids', { email: 'one@example.org' });
  const other = await submit('Old hearing aids for others');
  const link = (id: string, title: string, { createdAt }: typeof one, hasEmail: boolean) => ({
    id,
    title,
    status: 'pending',
    createdAt,
    hasEmail,
  });
  const [linkOne, linkOther] = [
    link(one.id, 'Reuse old hearing aids', one, true),
    link(other.id, 'Old hearing aids for others', other, false),
  ];
  const related = async (id: string) => (await staff('GET', `/ideas/${id}/related`)).body;
  assert.deepEqual(await related(one.id), { main: null, duplicates: [], similar: [linkOther] });
  await staff('PUT', `/ideas/${other.id}/duplicate`, { of: one.id });
  assert.deepEqual(await related(one.id), { main: null, duplicates: [linkOther], similar: [] });
  assert.deepEqual(await related(other.id), { main: linkOne, duplicates: [], similar: [] });
  // The public list of similar ideas has the main idea instead of its duplicate.
  assert.deepEqual(
    (await similar('Old hearing aids for others')).map(({ id }) => id),
    [one.id],
  );
  assert.equal((await staff('GET', `/ideas/${one.id.replace(/.$/, 'x')}/related`)).status, 404);
});
