import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureFormats, picturePath } from '#contract/picture-path.ts';
import { appDraft, plainBlogDraft } from '../../tests/drafts.ts';
import { day, startApi } from '../../tests/harness.ts';
import { bytesOf, drawPicture, uploadTo } from '../../tests/pictures.ts';
import { readPictureFile, savePicture } from '../store/picture.ts';
import { sweep } from '../store/sweep.ts';

const site = await startApi();
const { call, db, deps } = site;
const { token } = await site.userWithToken('blog-admin');
const admin = await site.userWithToken('admin');

const { uploadAccepted } = uploadTo(site, token);
const plain = await bytesOf(drawPicture(60, 40).png());
const path = await uploadAccepted(plain);

test('a small picture is not enlarged, and a repeated upload is stored once', async () => {
  assert.match(path, /^\/pictures\/[0-9a-f]{32}-60x40\.webp$/);
  const count = async () => (await db.selectFrom('picture_files').select('hash').execute()).length;
  const before = await count();
  assert.equal(await uploadAccepted(plain), path);
  assert.equal(await count(), before);
});

test('posts and projects have a lead picture, with a description or as decorative', async () => {
  const leadPicture = { path, alt: 'A green field' };
  for (const [kind, draft] of [
    ['blogs', plainBlogDraft],
    ['apps', appDraft],
  ] as const) {
    const address = `/api/admin/${kind}`;
    const made = await call('POST', address, {
      token: admin.token,
      body: { ...draft, leadPicture },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const files = (format: string) => `${path.replace('webp', format)} 60w`;
    const shown = {
      ...leadPicture,
      ...{ width: 60, height: 40 },
      ...{ avif: files('avif'), webp: files('webp') },
    };
    assert.deepEqual(made.body.leadPicture, shown);
    const put = async (body: object) =>
      (
        await call('PUT', `${address}/${made.body.id}`, {
          token: admin.token,
          body: { ...draft, ...body },
        })
      ).body;
    assert.deepEqual((await put({})).leadPicture, shown, 'a missing field stays');
    const decorative = { path, alt: '' };
    assert.equal((await put({ leadPicture: decorative })).leadPicture.alt, '');
    assert.equal(
      (await put({ leadPicture: { path } })).fields.leadPicture,
      'Describe the picture, or say that it is decorative.',
    );
    assert.equal((await put({ leadPicture: null })).leadPicture, null);
  }
});

test('a picture is deleted if nothing has shown it for a month', async () => {
  const save = async (hash: string): Promise<string> => {
    const size = { width: 8, height: 8 };
    const files = pictureFormats.map((format) => ({ width: 8, format, bytes: plain }));
    await savePicture(db, hash, { size, files }, deps.clock());
    return picturePath({ hash, ...size }, 'webp');
  };
  const inText = await save('1'.repeat(32));
  const asLead = await save('2'.repeat(32));
  const unused = await save('3'.repeat(32));
  const post = { ...plainBlogDraft, content: `![](${inText})` };
  assert.equal((await call('POST', '/api/admin/blogs', { token, body: post })).status, 201);
  const app = { ...appDraft, leadPicture: { path: asLead, alt: '' } };
  await call('POST', '/api/admin/apps', { token: admin.token, body: app });
  const remaining = async () =>
    Promise.all(
      [inText, asLead, unused].map(async (path) => (await readPictureFile(db, path)) !== undefined),
    );
  const sweepAll = async () => {
    for (let time = 0; time < 5; time += 1) {
      const keepMonths = { contacts: null, applications: null } as never;
      await sweep(db, deps.clock(), keepMonths, (error) => assert.fail(String(error)));
    }
  };
  site.advance(29 * day);
  await sweepAll();
  assert.deepEqual(await remaining(), [true, true, true]);
  site.advance(2 * day);
  await sweepAll();
  assert.deepEqual(await remaining(), [true, true, false]);
  const orphans = await db
    .selectFrom('picture_files')
    .leftJoin('pictures', 'pictures.hash', 'picture_files.hash')
    .select('picture_files.hash')
    .where('pictures.hash', 'is', null)
    .execute();
  assert.deepEqual(orphans, []);
});
