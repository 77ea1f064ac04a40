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

const languages = { bash, css, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/**
 * Safe by construction: HTML in the source is shown as text, and the only tags that come out are the
 * ones the renderer itself writes. Links lead to the web, to this site or to a mailbox.
 */
const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  typographer: false,
  // Colour is not worth a freeze: on a long block of the right letters a highlighter takes seconds.
  highlight: (code, language) =>
    code.length < 10_000 && hljs.getLanguage(language)
      ? hljs.highlight(code, { language }).value
      : '',
});

markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());

/** Links that leave the site do not hand over where the reader came from. */
markdown.core.ruler.push('outside links', (state) => {
  for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
    if (token.type === 'link_open' && /^https?:/i.test(String(token.attrGet('href')))) {
      token.attrSet('rel', 'noopener noreferrer');
    }
    if (token.type === 'image') token.attrSet('loading', 'lazy');
  }
});

/** The page's title is the only h1, so headings in a post start one below it. */
markdown.core.ruler.push('headings', (state) => {
  const levels = state.tokens.filter(({ type }) => type === 'heading_open').map(({ tag }) => tag);
  if (!levels.includes('h1')) return;
  for (const token of state.tokens) {
    if (token.type === 'heading_open' || token.type === 'heading_close') {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    }
  }
});

/** A table may be wider than a phone, and code too: both scroll, by keyboard as well. */
markdown.renderer.rules.table_open = () =>
  '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

const render = (source: string): string =>
  markdown.render(source).replaceAll('<pre>', '<pre tabindex="0">');

const rendered = new Map<string, string>();

/** The same article is asked for again and again: the last few are remembered. */
export function renderMarkdown(source: string): string {
  const html = rendered.get(source) ?? render(source);
  rendered.delete(source);
  rendered.set(source, html);
  const [oldest] = rendered.keys();
  if (rendered.size > 30 && oldest !== undefined) rendered.delete(oldest);
  return html;
}
