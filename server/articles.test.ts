import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { blogDraft } from '../tests/drafts.ts';
import { startApi } from '../tests/harness.ts';
import { type ArticleLimits, createArticles, renderOutdated } from './articles.ts';
import { renderMarkdown } from './markdown.ts';
import { rendererVersion } from './store/article-html.ts';

const minute = 60_000;
function articlesWith(limits: Partial<ArticleLimits> = {}) {
  const articles = createArticles({
    colouredTime: minute,
    plainTime: minute,
    queueLength: 20,
    ...limits,
  });
  after(() => articles.close());
  return articles;
}

/** The highlighter needs far longer for `hostile` than for usual code of the same length. */
const hostile = `\`\`\`typescript\n${'1e'.repeat(1500)}\n\`\`\`\n`;

test('an article is rendered on another thread, without blocking this one', async () => {
  const articles = articlesWith();
  await articles.render('the thread is there from now on');
  const order: string[] = [];
  const rendering = articles.render(hostile).finally(() => order.push('rendered'));
  setImmediate(() => order.push('next turn'));
  assert.equal(await rendering, renderMarkdown(hostile));
  assert.deepEqual(order, ['next turn', 'rendered']);
});

test('an article that takes too long is rendered without highlighting, then as plain text', async () => {
  const plain = await articlesWith({ colouredTime: 1 }).render(hostile);
  assert.equal(plain, renderMarkdown(hostile, { isColoured: false }));
  // Even without highlighting, the thread needs some hundred milliseconds for this text: far more than `plainTime`.
  const long = `<b>\n${hostile}\n${'*a* [b](c) '.repeat(20_000)}`;
  const text = await articlesWith({ colouredTime: 0, plainTime: 0 }).render(long);
  assert.match(text, /^<pre dir="auto">&#60;b&#62;\n```typescript\n1e1e/);
});

test('a short source that becomes megabytes of HTML is shown as plain text', async () => {
  const source = `[a]: https://x.example/${'y'.repeat(10_000)}\n\n${'[a] '.repeat(300)}`;
  const html = await articlesWith().render(source);
  assert.ok(html.startsWith('<pre dir="auto">[a]: https'));
  assert.ok(html.length < 2 * source.length);
});

test('articles wait in a bounded queue, and the next one is refused with 503', async () => {
  const articles = articlesWith({ queueLength: 3 });
  const waiting = ['one', 'two', 'three'].map((source) => articles.render(source));
  assert.throws(() => articles.render('four'), { status: 503 });
  assert.deepEqual(await Promise.all(waiting), [
    '<p dir="auto">one</p>\n',
    '<p dir="auto">two</p>\n',
    '<p dir="auto">three</p>\n',
  ]);
  assert.equal(await articles.render('four'), '<p dir="auto">four</p>\n');
});

test('close() rejects an article in progress with 503, and does not return it as plain text', async () => {
  const articles = articlesWith();
  await articles.render('the thread is there from now on');
  const rendering = assert.rejects(articles.render(hostile), { status: 503 });
  setImmediate(articles.close);
  await rendering;
});

test('a post is rendered when it is saved, and not when it is read', async () => {
  const rendered: string[] = [];
  const render = async (source: string) => {
    rendered.push(source);
    return renderMarkdown(source);
  };
  const { call, db, userWithToken } = await startApi({ articles: { render } });
  const { token } = await userWithToken('blog-admin');
  const { body: post } = await call('POST', '/api/admin/blogs', { body: blogDraft, token });
  const path = `/api/admin/blogs/${post.id}`;
  await call('PUT', path, { body: { ...blogDraft, content: 'changed' }, token });
  assert.deepEqual(rendered, [blogDraft.content, 'changed']);
  const read = async () => (await call('GET', `/api/blogs/${post.id}`)).body.contentHtml;
  assert.equal(await read(), renderMarkdown('changed'));
  assert.equal(rendered.length, 2);

  // `renderOutdated` skips a post that cannot be rendered, and still renders the other posts.
  const { body: other } = await call('POST', '/api/admin/blogs', { body: blogDraft, token });
  await db.updateTable('blogs').set({ html_renderer: 0 }).execute();
  const failing = async (source: string) => {
    if (source === 'changed') throw new Error('disk full');
    return `rendered ${source}`;
  };
  await assert.rejects(renderOutdated(db, { render: failing }), /disk full/);
  const saved = await db.selectFrom('blogs').select(['id', 'html_renderer']).execute();
  assert.deepEqual(Object.fromEntries(saved.map((row) => [row.id, row.html_renderer])), {
    [post.id]: 0,
    [other.id]: rendererVersion,
  });

  // The saved HTML is outdated after a write that did not update `html_version`, or if an older renderer made it.
  for (const outdated of [{ version: 7 }, { html_renderer: rendererVersion - 1 }]) {
    await db
      .updateTable('blogs')
      .set({ content: 'by others', ...outdated })
      .execute();
    assert.equal(await read(), renderMarkdown('by others'));
    await renderOutdated(db, { render });
    const { length } = rendered;
    assert.equal(await read(), renderMarkdown('by others'));
    assert.equal(rendered.length, length, 'the rendered article is stored');
  }
});
