import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';
import { rendererVersion } from './store/article-html.ts';

test('Markdown becomes HTML', () => {
  const html = renderMarkdown('## Head\n\nA *word*, `code`.\n\n- one\n- two\n\n> said\n\n---');
  assert.match(html, /<h2 id="part-head" dir="auto">Head<a /);
  assert.match(html, /<p dir="auto">A <em>word<\/em>, <code>code<\/code>\.<\/p>/);
  assert.match(html, /<ul dir="auto">\n<li>one<\/li>/);
  assert.match(html, /<blockquote dir="auto">\n<p>said<\/p>/);
  assert.match(html, /<hr>/);
});

test('the headings of an article start at h2', () => {
  const headings = (source: string) => renderMarkdown(source).match(/<h\d[^>]*>\w+/g);
  assert.deepEqual(headings('# One\n\n## Two'), [
    '<h2 id="part-one" dir="auto">One',
    '<h3 id="part-two" dir="auto">Two',
  ]);
  assert.deepEqual(headings('## Two\n\n### Three'), [
    '<h2 id="part-two" dir="auto">Two',
    '<h3 id="part-three" dir="auto">Three',
  ]);
});

test('each heading has an id of its own, and a link to it', () => {
  const anchors = (source: string) =>
    [
      ...renderMarkdown(source).matchAll(
        /<h\d id="([^"]*)"[^>]*>.*?<a class="anchor" href="#([^"]*)"/g,
      ),
    ].map(([, id, href]) => [id, decodeURIComponent(href ?? '')]);
  for (const [source, ids] of [
    ['## What *now*, `then`?', ['part-what-now-then']],
    [
      '## State\n\n## Main\n\n## State\n\n## State',
      ['part-state', 'part-main', 'part-state--2', 'part-state--3'],
    ],
    ['## State--2\n\n## State 2', ['part-state-2', 'part-state-2--2']],
    ['## 日本語', ['part-日本語']],
    ['## ?!', ['part-heading']],
    ['## "><script>alert(1)</script>', ['part-script-alert-1-script']],
  ] as const) {
    assert.deepEqual(
      anchors(source),
      ids.map((id) => [id, id]),
      source,
    );
  }
  assert.doesNotMatch(renderMarkdown('> ## Quoted'), /id=/, 'a heading in a quotation has no id');
});

test('code is highlighted on the server, and can be scrolled by keyboard', () => {
  const html = renderMarkdown('```python\ndef review(x):\n    return "<b>"\n```');
  assert.match(
    html,
    /<div class="code"><pre dir="ltr" role="region" aria-label="Code 1" tabindex="0"><code class="language-python">/,
  );
  assert.match(html, /<\/pre><\/div>/);
  assert.match(html, /<span class="hljs-keyword">def<\/span>/);
  assert.match(html, /&lt;b&gt;/);
  assert.match(renderMarkdown('```klingon\n<x>\n```'), /&lt;x&gt;/);
});

test('tables can be scrolled by keyboard', () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |';
  const html = renderMarkdown(`${table}\n\nand\n\n${table}`);
  for (const name of ['Table 1', 'Table 2']) {
    assert.ok(
      html.includes(
        `<div class="scroll" dir="auto" role="region" aria-label="${name}" tabindex="0"><table>`,
      ),
    );
  }
  assert.match(html, /<\/table><\/div>/);
});

test('a paragraph after a table that begins with "Table:" is its caption', () => {
  const table = '| a |\n|---|\n| 1 |\n\n';
  assert.match(
    renderMarkdown(`${table}Table: The *tides*`),
    /<caption[^>]*>The <em>tides<\/em><\/caption>/,
  );
  assert.doesNotMatch(renderMarkdown(`${table}Tables: not`), /caption/);
  assert.doesNotMatch(renderMarkdown('Table: alone'), /caption/);
});

test('footnotes are numbered in the order of their references, with links in both directions', () => {
  const html = renderMarkdown(
    'One[^b], two[^a], again[^b], none[^x].\n\n[^a]: Note *a*.\n[^b]: Note b[^c].\n\n    More of b.\n\n[^c]: Note c.\n[^d]: Unused.',
  );
  const links = [...html.matchAll(/(?:id|href)="#?(footnote[^"]*)"/g)].map(([, id]) => id);
  for (const id of links) {
    assert.equal(html.split(` id="${id}"`).length, 2, `${id} is there once`);
    assert.ok(html.includes(`href="#${id}"`), `${id} is linked to`);
  }
  assert.match(
    html,
    /<li id="footnote-1"[^>]*>\n<p>Note b.*<\/p>\n<p>More of b\. <a class="note-back"/,
  );
  assert.match(html, /<li id="footnote-2"[^>]*>\n<p>Note <em>a<\/em>\. <a class="note-back"/);
  assert.match(html, /<li id="footnote-3"[^>]*>\n<p>Note c\./);
  assert.match(html, /none\[\^x\]/);
  assert.doesNotMatch(html, /Unused|\[\^[abcd]\]/);
  assert.equal(renderMarkdown('No notes.').includes('section'), false);
});

test('entries of a task list have a checkbox with a label', () => {
  const html = renderMarkdown('- [ ] Open *one*\n- [x] Done\n- [y] No\n- [ ]none');
  assert.match(
    html,
    /<li class="task"><label><input type="checkbox" disabled> Open <em>one<\/em><\/label>/,
  );
  assert.match(
    html,
    /<li class="task"><label><input type="checkbox" disabled checked> Done<\/label>/,
  );
  assert.match(html, /<li>\[y\] No<\/li>\n<li>\[ \]none<\/li>/);
});

test('blocks have `data-line` in a preview, and not in an article', () => {
  const source = '## One\n\ntext\n\n- a\n- b\n\n```js\nx\n```';
  const lines = (html: string) => [...html.matchAll(/data-line="(\d+)"/g)].map(([, line]) => line);
  assert.deepEqual(lines(renderMarkdown(source, { withLines: true })), [
    '0',
    '2',
    '4',
    '4',
    '5',
    '7',
  ]);
  assert.deepEqual(lines(renderMarkdown(source)), []);
});

test('HTML in the source stays text', () => {
  for (const source of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick="alert(1)">b</b>',
    '<!-- --><svg onload=alert(1)>',
    '```html\n<script>alert(1)</script>\n```',
    '```"><script>alert(1)</script>\nx\n```',
    '`<img src=x onerror=alert(1)>`',
    '![<img src=x onerror=alert(1)>](https://a.example/"onerror="alert(1))',
    '[x](https://a.example/"onmouseover="alert(1))',
    '![x](https://a.example/x.png "<script>alert(1)</script>")',
    '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
    '[^"><img/src/onerror=alert(1)>]\n\n[^"><img/src/onerror=alert(1)>]: <img src=x onerror=alert(1)>',
    '- [ ] <img src=x onerror=alert(1)>',
    '- [<img src=x onerror=alert(1)>] x',
    '| a |\n|---|\n\nTable: <img src=x onerror=alert(1)>',
  ]) {
    const html = renderMarkdown(source);
    const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
    for (const tag of tags) {
      assert.match(
        tag,
        /^<(p|pre|code|span|img|a|em|strong|div|ul|ol|li|sup|section|label|input|table|thead|tr|th|caption|figure|figcaption)\b/,
        source,
      );
      assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), /\son\w+\s*=/i, source);
    }
  }
});

test('links lead to the web, to this site or to a mailbox, and nowhere else', () => {
  const linkOf = (url: string) => renderMarkdown(`[x](${url})`).includes('<a ');
  for (const good of ['https://a.example', 'http://a.example', '/ideas', '#top', 'mailto:a@b.cc']) {
    assert.ok(linkOf(good), good);
  }
  for (const bad of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java&#115;cript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    '//evil.example',
    'file:///etc/passwd',
  ]) {
    assert.ok(!linkOf(bad), bad);
  }
});

test('links with http or https have rel="noopener noreferrer"', () => {
  assert.match(renderMarkdown('[x](https://a.example)'), /rel="noopener noreferrer"/);
  assert.doesNotMatch(renderMarkdown('[x](/ideas)'), /rel=/);
});

const picture = `/pictures/${'0f'.repeat(16)}-1600x900.webp`;

test('an uploaded picture has its width and height, all its files and its alt text', () => {
  const html = renderMarkdown(`![A *wet* path](${picture})`);
  const at = `/pictures/${'0f'.repeat(16)}`;
  const files = (format: string) =>
    `${at}-640x360.${format} 640w, ${at}-1280x720.${format} 1280w, ${at}-1600x900.${format} 1600w`;
  const sizes = '(min-width: 44rem) 41rem, 100vw';
  assert.equal(
    html,
    `<figure dir="auto"><picture><source type="image/avif" srcset="${files('avif')}" sizes="${sizes}">` +
      `<img src="${picture}" srcset="${files('webp')}" sizes="${sizes}" width="1600" height="900" ` +
      `alt="A wet path" loading="lazy" decoding="async"></picture></figure>\n`,
  );
});

test('an uploaded picture whose description is the word decorative has an empty alt', () => {
  assert.match(renderMarkdown(`![Decorative](${picture})`), / alt="" /);
  assert.match(renderMarkdown(`![decorative line](${picture})`), / alt="decorative line" /);
  assert.match(renderMarkdown('![decorative](https://a.example/x.png)'), / alt="decorative" /);
});

test('the title of a picture that is alone in its paragraph is its caption', () => {
  const html = renderMarkdown(`![path](${picture} "At *low* tide & later")`);
  assert.match(html, /<figcaption>At \*low\* tide &amp; later<\/figcaption><\/figure>/);
  assert.doesNotMatch(html, /title=/);
  const elsewhere = renderMarkdown('![x](https://a.example/x.png "Far away")');
  assert.match(elsewhere, /^<figure dir="auto"><img src="https:\/\/a\.example\/x\.png" alt="x"/);
  assert.match(elsewhere, /<figcaption>Far away<\/figcaption>/);
});

test('a picture inside a sentence or a list item does not become a figure', () => {
  assert.match(
    renderMarkdown(`See ![x](${picture} "t").`),
    /^<p dir="auto">See <picture>.* title="t"/,
  );
  assert.match(renderMarkdown(`- ![x](${picture} "t")`), /<li><picture>.* title="t"/);
  assert.match(renderMarkdown(`> ![x](${picture})`), /<figure><picture>/);
});

test('malformed and huge sources are rendered without an error', () => {
  for (const source of [
    '['.repeat(5000),
    '*a '.repeat(20_000),
    '> '.repeat(2000),
    '`'.repeat(20_000),
    '\u0000',
    `[^a]${'[^a]'.repeat(20_000)}\n\n[^a]: x`,
    Array.from({ length: 5000 }, (_, at) => `[^${at}]\n\n[^${at}]: [^${at + 1}]\n\n`).join(''),
    '[^a]:\n'.repeat(20_000),
    `\`\`\`rust\n${'r#"'.repeat(60_000)}`,
    `\`\`\`python\n${'f"{'.repeat(60_000)}`,
  ]) {
    assert.equal(typeof renderMarkdown(source), 'string');
  }
});

test('all code blocks of an article share one budget of highlighted characters', () => {
  const block = (length: number) => `\`\`\`js\n${'let a = 1;\n'.repeat(length / 11)}\`\`\`\n\n`;
  const colouredIn = (html: string) =>
    [...html.matchAll(/<pre .*?<\/pre>/gs)].map(([pre]) => pre.includes('hljs-keyword'));
  const html = renderMarkdown(block(11_000).repeat(6) + block(2200));
  // Four blocks fit into the budget, the next two do not, and the short block at the end does.
  assert.deepEqual(colouredIn(html), [true, true, true, true, false, false, true]);
  assert.deepEqual(colouredIn(renderMarkdown(block(1100))), [true], 'each article has its own');
  assert.deepEqual(colouredIn(renderMarkdown(block(1100), { isColoured: false })), [false]);
});

test('rendererVersion changes when the HTML of the same source changes', () => {
  const everyPart =
    '# One\n\ntext *em* **strong** `code` [in](/ideas) [out](https://a.example) <b>\n\n' +
    '> quote\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a = "b";\n```\n\n' +
    `![alt](https://a.example/x.png)\n\n![decorative](${picture})\n\n` +
    '---\n\n- [ ] task\n\nwww.a.example[^1]\n\n[^1]: note';
  const hash = createHash('sha256').update(renderMarkdown(everyPart)).digest('hex').slice(0, 16);
  assert.deepEqual({ rendererVersion, hash }, { rendererVersion: 4, hash: '64637b264b13e245' });
});

test('indented code in a preview has the same frame as in an article', () => {
  const preview = renderMarkdown('    code', { withLines: true });
  assert.equal(preview.replace(' data-line="0"', ''), renderMarkdown('    code'));
});
