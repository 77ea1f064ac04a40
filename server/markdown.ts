import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { slugOf } from '#contract/slug.ts';
import { footnotes } from './footnotes.ts';
import { pictures } from './markdown-pictures.ts';
import { taskLists } from './task-lists.ts';

const languages = { bash, css, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/**
 * Produces safe HTML without a sanitiser: HTML in the source is shown as text, so only the renderer creates tags. Links
 * and pictures may only have http, https and mailto URLs, or URLs that begin with a single `/` or with `#`.
 */
const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  typographer: false,
  highlight(code, language) {
    if (code.length > colourLeft || !hljs.getLanguage(language)) return '';
    colourLeft -= code.length;
    return hljs.highlight(code, { language }).value;
  },
});

markdown.use(footnotes).use(taskLists);

/** Maximum number of highlighted characters of code in one article. A block longer than `colourLeft` stays plain. */
const colourBudget = 50_000;
/** How many characters of `colourBudget` the current article has not used yet. */
let colourLeft = 0;

markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());

/** Adds rel="noopener noreferrer" to links with an http or https URL. Links within the site usually begin with `/`. */
markdown.core.ruler.push('outside links', (state) => {
  for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
    if (token.type === 'link_open' && /^https?:/i.test(String(token.attrGet('href')))) {
      token.attrSet('rel', 'noopener noreferrer');
    }
  }
});

markdown.use(pictures);

/** Lowers all headings by one level if the article has an h1, because the title of the page is the only h1. */
markdown.core.ruler.push('headings', (state) => {
  const levels = state.tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);
  if (!levels.includes('h1')) return;
  for (const token of state.tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    }
  }
});

/**
 * Gives each top-level heading an id and a link to itself. The ids begin with "part-", so that they differ from the ids
 * of the page. Headings with the same slug are numbered.
 */
markdown.core.ruler.push('anchors', (state) => {
  const slugCounts = new Map<string, number>();
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== 'heading_open' || token.level > 0) continue;
    const inline = state.tokens[index + 1];
    const words = (inline?.children ?? []).map(({ content }) => content).join('');
    const slug = slugOf(words, 'heading');
    const count = (slugCounts.get(slug) ?? 0) + 1;
    slugCounts.set(slug, count);
    const id = `part-${slug}${count === 1 ? '' : `--${count}`}`;
    token.attrSet('id', id);
    const anchor = new state.Token('html_inline', '', 0);
    anchor.content = `<a class="anchor" href="#${encodeURIComponent(id)}" aria-label="Link to this part"></a>`;
    inline?.children?.push(anchor);
  }
});

/** Sets `dir="auto"` on top-level blocks: their first letter decides the direction. Nested blocks inherit it. */
markdown.core.ruler.push('directions', (state) => {
  for (const token of state.tokens) {
    if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
  }
});

/** Turns a paragraph that begins with `Table:` directly after a table into the caption of the table. */
markdown.core.ruler.after('inline', 'captions', ({ tokens, Token }) => {
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const first = tokens[at + 2]?.children?.[0];
    if (tokens[at]?.type !== 'table_close' || tokens[at + 1]?.type !== 'paragraph_open') continue;
    if (first?.type !== 'text' || !/^Table:\s/.test(first.content)) continue;
    first.content = first.content.replace(/^Table:\s+/, '');
    const [inline] = tokens.splice(at + 1, 3).slice(1);
    const start = tokens.findLastIndex(({ type }, index) => index < at && type === 'table_open');
    const caption = [
      new Token('caption_open', 'caption', 1),
      new Token('caption_close', 'caption', -1),
    ];
    if (inline) tokens.splice(start + 1, 0, ...caption.toSpliced(1, 0, inline));
  }
});

/** Adds `data-line`, the source line at which a block begins, so that the preview can follow the caret. */
markdown.core.ruler.push('lines', ({ env, tokens }) => {
  if (!env.withLines) return;
  for (const token of tokens) {
    if (token.map && token.nesting !== -1) token.attrSet('data-line', String(token.map[0]));
  }
});

/** Wraps tables in a `<div>` that scrolls, because they may be wider than a phone. */
markdown.renderer.rules.table_open = () => '<div class="scroll"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

/**
 * Renders an article. Tables and code can be scrolled with the keyboard, and each has an accessible name for screen
 * readers. Increase `rendererVersion` in store/article-html.ts when the HTML of the same source changes.
 */
export function renderMarkdown(
  source: string,
  { isColoured = true, withLines = false } = {},
): string {
  colourLeft = isColoured ? colourBudget : 0;
  let tables = 0;
  let blocks = 0;
  return markdown
    .render(source, { withLines })
    .replaceAll('<div class="scroll">', () => {
      tables += 1;
      return `<div class="scroll" dir="auto" role="region" aria-label="Table ${tables}" tabindex="0">`;
    })
    .replaceAll(/<pre( data-line="\d+")?>/g, (_, line = '') => {
      blocks += 1;
      return `<div class="code"><pre${line} dir="ltr" role="region" aria-label="Code ${blocks}" tabindex="0">`;
    })
    .replaceAll('</pre>', '</pre></div>');
}
