import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from './markdown.ts';

test('Markdown becomes HTML', () => {
  const html = renderMarkdown('## Head\n\nA *word*, `code`.\n\n- one\n- two\n\n> said\n\n---');
  assert.match(html, /<h2>Head<\/h2>/);
  assert.match(html, /<p>A <em>word<\/em>, <code>code<\/code>\.<\/p>/);
  assert.match(html, /<ul>\n<li>one<\/li>/);
  assert.match(html, /<blockquote>/);
  assert.match(html, /<hr>/);
});

test('headings start below the page’s own', () => {
  assert.equal(renderMarkdown('# One\n\n## Two'), '<h2>One</h2>\n<h3>Two</h3>\n');
  assert.equal(renderMarkdown('## Two\n\n### Three'), '<h2>Two</h2>\n<h3>Three</h3>\n');
});

test('code is highlighted on the server, and can be scrolled by keyboard', () => {
  const html = renderMarkdown('```python\ndef review(x):\n    return "<b>"\n```');
  assert.match(html, /<pre tabindex="0"><code class="language-python">/);
  assert.match(html, /<span class="hljs-keyword">def<\/span>/);
  assert.match(html, /&lt;b&gt;/);
  assert.match(renderMarkdown('```klingon\n<x>\n```'), /&lt;x&gt;/);
});

test('tables can be scrolled by keyboard', () => {
  const html = renderMarkdown('| a | b |\n|---|---|\n| 1 | 2 |');
  assert.match(html, /<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>/);
  assert.match(html, /<\/table><\/div>/);
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
    '[x](https://a.example "t\\" onmouseover=\\"alert(1)")',
  ]) {
    const html = renderMarkdown(source);
    const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
    for (const tag of tags) {
      assert.match(tag, /^<(p|pre|code|span|img|a|em|strong|div)\b/, source);
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

test('links that leave the site say so to the browser', () => {
  assert.match(renderMarkdown('[x](https://a.example)'), /rel="noopener noreferrer"/);
  assert.doesNotMatch(renderMarkdown('[x](/ideas)'), /rel=/);
});

test('odd and huge sources are rendered in time', () => {
  for (const source of [
    '['.repeat(5000),
    '*a '.repeat(20_000),
    '> '.repeat(2000),
    '`'.repeat(20_000),
    '\u0000',
    `\`\`\`rust\n${'r#"'.repeat(60_000)}`,
    `\`\`\`python\n${'f"{'.repeat(60_000)}`,
  ]) {
    const began = performance.now();
    assert.equal(typeof renderMarkdown(source), 'string');
    assert.ok(performance.now() - began < 1500, `${source.slice(0, 12)} took long`);
  }
});
