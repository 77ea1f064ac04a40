import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';

/**
 * Adds footnotes to markdown-it. `[^name]` in the text refers to a note, and `[^name]: The note.` at the start of a
 * line defines it; further lines of the note are indented by four spaces. Notes are numbered in the order of their
 * first references, and listed at the end with links back. A note without a reference is left out.
 */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before('reference', 'footnote', readNote, {
    alt: ['paragraph', 'reference'],
  });
  markdown.inline.ruler.before('link', 'footnote', readReference);
  markdown.core.ruler.after('inline', 'footnotes', listNotes);
}

interface Notes {
  /** The Markdown of each note, by name. */
  texts: Map<string, string>;
  /** For each note that has references: its number, and how many references it has. Sorted by number. */
  references: Map<string, { number: number; count: number }>;
}

const notesIn = (env: object): Notes => {
  const article = env as { notes?: Notes };
  article.notes ??= { texts: new Map(), references: new Map() };
  return article.notes;
};

const referencePattern = String.raw`\[\^([^\]\s]{1,60})\]`;
const noteStart = new RegExp(`^${referencePattern}:[ \\t]*`);
const referenceHere = new RegExp(referencePattern, 'y');
const indent = 4;

function readNote(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) - state.blkIndent >= indent) return false;
  const line = lineOf(state, first, 0).trimStart();
  const match = noteStart.exec(line);
  if (!match) return false;
  if (silent) return true;
  const lines = [line.slice(match[0].length)];
  let next = first + 1;
  for (let at = next; at < end; at += 1) {
    if (state.isEmpty(at)) continue;
    if ((state.sCount[at] ?? 0) - state.blkIndent < indent) break;
    while (next < at) {
      lines.push('');
      next += 1;
    }
    lines.push(lineOf(state, at, indent));
    next = at + 1;
  }
  const { texts } = notesIn(state.env);
  const [, key = ''] = match;
  if (!texts.has(key)) texts.set(key, lines.join('\n'));
  state.line = next;
  return true;
}

const lineOf = (state: StateBlock, line: number, deeper: number) =>
  state.getLines(line, line + 1, state.blkIndent + deeper, false);

function readReference(state: StateInline, silent: boolean): boolean {
  referenceHere.lastIndex = state.pos;
  const match = referenceHere.exec(state.src);
  const { texts, references } = notesIn(state.env);
  const [whole = '', key = ''] = match ?? [];
  // HTML does not allow a link within a link.
  if (!texts.has(key) || state.linkLevel > 0) return false;
  if (!silent) {
    const { number, count: before } = references.get(key) ?? {
      number: references.size + 1,
      count: 0,
    };
    const count = before + 1;
    references.set(key, { number, count });
    const token = state.push('html_inline', '', 0);
    token.content =
      `<sup class="note-ref"><a id="${referenceId(number, count)}" href="#footnote-${number}"` +
      ` role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`;
  }
  state.pos += whole.length;
  return true;
}

const referenceId = (number: number, count: number) =>
  `footnote-ref-${number}${count === 1 ? '' : `-${count}`}`;

function listNotes(state: StateCore): void {
  const { texts, references } = notesIn(state.env);
  if (references.size === 0) return;
  const add = (type: string, tag: string, nesting: 1 | -1, attributes: [string, string][] = []) => {
    const token = new state.Token(type, tag, nesting);
    token.block = true;
    token.attrs = attributes;
    state.tokens.push(token);
  };
  add('footnotes_open', 'section', 1, [
    ['class', 'footnotes'],
    ['role', 'doc-endnotes'],
    ['aria-label', 'Footnotes'],
  ]);
  add('footnote_list_open', 'ol', 1);
  const notes: Token[][] = [];
  // Parsing a note may add further notes to `references`. The iterator visits these as well.
  for (const key of references.keys()) notes.push(parse(state, texts.get(key) ?? ''));
  for (const { number, count } of references.values()) {
    add('footnote_open', 'li', 1, [['id', `footnote-${number}`]]);
    state.tokens.push(...withLinksBack(state, notes[number - 1] ?? [], number, count));
    add('footnote_close', 'li', -1);
  }
  add('footnote_list_close', 'ol', -1);
  add('footnotes_close', 'section', -1);
}

function parse({ md, env }: StateCore, text: string): Token[] {
  const tokens: Token[] = [];
  md.block.parse(text, md, env, tokens);
  for (const token of tokens) {
    // Three levels for `section`, `ol` and `li`. Rules for top-level blocks, such as heading links, skip these tokens.
    token.level += 3;
    // `map` counts lines from the start of the note, not of the article.
    token.map = null;
    if (token.type === 'inline') md.inline.parse(token.content, md, env, token.children ?? []);
  }
  return tokens;
}

/** Adds the links back: to the end of the note's last paragraph, or after the note if it ends with another block. */
function withLinksBack(
  { Token }: StateCore,
  tokens: Token[],
  number: number,
  count: number,
): Token[] {
  const links = new Token('html_inline', '', 0);
  links.content = Array.from({ length: count }, (_, at) => {
    const label = `Back from footnote ${number}${count > 1 ? `, place ${at + 1}` : ''}`;
    const id = referenceId(number, at + 1);
    return ` <a class="note-back" href="#${id}" role="doc-backlink" aria-label="${label}">↩</a>`;
  }).join('');
  const last = tokens.at(-1)?.type === 'paragraph_close' ? tokens.at(-2) : undefined;
  last?.children?.push(links);
  return last ? tokens : [...tokens, links];
}
