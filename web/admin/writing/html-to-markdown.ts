/**
 * Converts HTML from a clipboard to Markdown: headings, emphasis, links, lists, tables, code and quotations, as Word,
 * Google Docs, LibreOffice and browsers write them. Returns undefined for HTML without any of these, for code from an
 * editor, and for very long HTML. The caller should then paste the clipboard's plain text.
 */
export function htmlToMarkdown(html: string): string | undefined {
  if (html.length > longestHtml) return undefined;
  // A document from `DOMParser` runs no scripts and loads no resources.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('style, script, meta, title')) element.remove();
  // A single element with preserved white space is code from an editor. Its spans only have colours.
  const isCode = body.firstElementChild?.matches('[style*="white-space: pre"], pre');
  if (isCode && body.childElementCount === 1) return undefined;
  const blocks = blocksIn(body);
  const isFormatted = blocks.some(({ isPlain }) => !isPlain);
  return isFormatted ? joined(blocks) : undefined;
}

const longestHtml = 4_000_000;

interface Block {
  text: string;
  /** True for a paragraph without any formatting. */
  isPlain: boolean;
  /** True for an item of a list. `joined` puts no empty line between two items. */
  isEntry?: boolean;
}

const joined = (blocks: Block[]) =>
  blocks
    .map((block, at) => {
      const gap = block.isEntry && blocks[at - 1]?.isEntry ? '\n' : '\n\n';
      return at === 0 ? block.text : gap + block.text;
    })
    .join('');

const blockTags = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DIV DL DD DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE UL'.split(
    ' ',
  ),
);

const isBlock = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement &&
  (blockTags.has(node.tagName) ||
    // An inline element around a block is a block: Google Docs wraps everything in a <b> that is not bold.
    [...node.children].some(isBlock));

/** Returns the blocks inside an element. Inline content between them becomes a paragraph. */
function blocksIn(parent: Element): Block[] {
  const blocks: Block[] = [];
  let run: Node[] = [];
  const end = () => {
    const text = trimmed(inlineOf(run));
    if (text) blocks.push({ text, isPlain: text === escaped(textOf(run)).trim() });
    run = [];
  };
  for (const node of parent.childNodes) {
    if (!isBlock(node)) run.push(node);
    else {
      end();
      blocks.push(...blockOf(node));
    }
  }
  end();
  return blocks;
}

function blockOf(element: HTMLElement): Block[] {
  const { tagName } = element;
  const formatted = (text: string): Block[] => (text ? [{ text, isPlain: false }] : []);
  if (tagName === 'UL' || tagName === 'OL') return listOf(element, 0);
  if (tagName === 'TABLE') return tableOf(element as HTMLTableElement);
  if (tagName === 'HR') return formatted('---');
  if (tagName === 'PRE') return formatted(fenced(element.textContent));
  if (tagName === 'BLOCKQUOTE') {
    return formatted(
      joined(blocksIn(element))
        .replace(/^(?=.)/gm, '> ')
        .replace(/^$/gm, '>'),
    );
  }
  const heading = /^H([1-6])$/.exec(tagName)?.[1] ?? wordHeading(element);
  if (heading) {
    const text = trimmed(inlineOf([...element.childNodes], { isHeading: true }));
    // The highest level is 2, because the title of the post is the heading of level 1.
    return formatted(text && `${'#'.repeat(Math.max(2, Number(heading)))} ${oneLine(text)}`);
  }
  const entry = wordEntry(element);
  if (entry) return [entry];
  return blocksIn(element);
}

/** The Markdown of a `<br>`: a backslash at the end of a line. */
const lineBreak = '\\\n';

/** Removes the line breaks and the white space at both ends of a text. */
const trimmed = (text: string) => text.replace(/^(\s|\\\n)+|(\s|\\\n)+$/g, '');

/** Replaces each run of line breaks and line ends by a space. */
const oneLine = (text: string) => text.replace(/(\s*\\?\n\s*)+/g, ' ');

const fenced = (code: string) => {
  const fence = '`'.repeat(
    Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)),
  );
  return `${fence}\n${code.replace(/\n$/, '')}\n${fence}`;
};

/** Returns the level of a heading that Word writes as a paragraph. */
const wordHeading = (element: HTMLElement) =>
  /^MsoTitle$/.test(element.className)
    ? '2'
    : /mso-outline-level:\s*([1-6])/.exec(element.getAttribute('style') ?? '')?.[1];

/** Converts a list item that Word writes as a paragraph. Its level is in `style`, its bullet or number is text. */
function wordEntry(element: HTMLElement): Block | undefined {
  const level = /mso-list:[^;]*\blevel(\d)/.exec(element.getAttribute('style') ?? '')?.[1];
  if (!level) return undefined;
  const mark = [...element.querySelectorAll<HTMLElement>('span')].find((span) =>
    /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
  );
  const isNumbered = /^\s*[\da-z]{1,4}[.)]/i.test(mark?.textContent ?? '');
  mark?.remove();
  const text = oneLine(trimmed(inlineOf([...element.childNodes])));
  return {
    text: `${'    '.repeat(Number(level) - 1)}${isNumbered ? '1.' : '-'} ${text}`,
    isPlain: false,
    isEntry: true,
  };
}

const deepestList = 8;

function listOf(list: HTMLElement, depth: number): Block[] {
  const isNumbered = list.tagName === 'OL';
  const indent = ' '.repeat(4 * depth);
  let number = (list as HTMLOListElement).start || 1;
  return [...list.children].flatMap((child): Block[] => {
    // Google Docs and browsers put a nested list after its item, not into it.
    if (child instanceof HTMLElement && /^[OU]L$/.test(child.tagName)) {
      return listOf(child, Math.min(depth + 1, deepestList));
    }
    if (!(child instanceof HTMLElement) || child.tagName !== 'LI') return [];
    const mark = isNumbered ? `${number}.` : '-';
    number += 1;
    const nested = [...child.children].filter((each) => /^[OU]L$/.test(each.tagName));
    for (const each of nested) each.remove();
    const lines = joined(blocksIn(child)).split('\n');
    const text = lines.map((line, at) => (at === 0 || !line ? line : `${indent}    ${line}`));
    const entry = { text: `${indent}${mark} ${text.join('\n')}`, isPlain: false, isEntry: true };
    const deeper = Math.min(depth + 1, deepestList);
    return [entry, ...nested.flatMap((each) => listOf(each as HTMLElement, deeper))];
  });
}

function tableOf(table: HTMLTableElement): Block[] {
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => oneLine(joined(blocksIn(cell))).replaceAll('|', '\\|')),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return [];
  // A table with one cell is only a frame around its text.
  if (width === 1 && rows.length === 1) return blocksIn(table.rows[0]?.cells[0] as Element);
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = rows;
  const text = [line(head), `|${'---|'.repeat(width)}`, ...rest.map(line)].join('\n');
  return [{ text, isPlain: false }];
}

const textOf = (nodes: Node[]) =>
  nodes
    .map((node) => (node as HTMLElement).textContent ?? '')
    .join('')
    .replace(/\s+/g, ' ');

/** Escapes the characters of inline Markdown, but not those that mean something only at the start of a line, like #. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<]/g, '\\$&');

interface Style {
  isHeading?: boolean;
  isBold?: boolean;
  isItalic?: boolean;
}

function inlineOf(nodes: Node[], style: Style = {}): string {
  return nodes.map((node) => inline(node, style)).join('');
}

function inline(node: Node, style: Style): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped((node.nodeValue ?? '').replace(/\s+/g, ' '));
  if (!(node instanceof HTMLElement)) return '';
  const { tagName } = node;
  if (tagName === 'BR') return lineBreak;
  if (tagName === 'CODE' || tagName === 'KBD' || tagName === 'SAMP') return codeOf(node);
  const isBold = !style.isHeading && (style.isBold || looksBold(node));
  const isItalic = style.isItalic || looksItalic(node);
  const inner = inlineOf([...node.childNodes], { ...style, isBold, isItalic });
  const href = tagName === 'A' ? hrefOf(node) : '';
  const linked = /^(https?:|mailto:)/i.test(href) && inner.trim() ? linkOf(inner, href) : inner;
  const italic = isItalic && !style.isItalic ? around(linked, '*') : linked;
  return isBold && !style.isBold ? around(italic, '**') : italic;
}

/** Returns the address of a link, without the white space that browsers ignore in it. */
const hrefOf = (link: HTMLElement) =>
  (link.getAttribute('href') ?? '').replace(/^[\t\n\r ]+|[\t\n\r ]+$|[\t\n\r]/g, '');

const linkOf = (text: string, href: string) =>
  around(
    text,
    '[',
    `](${href.replace(/\s/g, encodeURIComponent).replace(/[()]/g, percentEncoded)})`,
  );

/** Percent-encodes a parenthesis, which `encodeURIComponent` does not. */
const percentEncoded = (sign: string) => (sign === '(' ? '%28' : '%29');

const codeOf = (node: HTMLElement) => {
  const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  if (!text) return '';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};

const looksBold = (node: HTMLElement) => {
  const { fontWeight } = node.style;
  if (fontWeight) return fontWeight === 'bold' || Number(fontWeight) >= 600;
  return node.tagName === 'B' || node.tagName === 'STRONG';
};

const looksItalic = (node: HTMLElement) => {
  const { fontStyle } = node.style;
  return fontStyle ? fontStyle === 'italic' : node.tagName === 'I' || node.tagName === 'EM';
};

/** Puts Markdown syntax around a text. White space at the ends of the text stays outside, as Markdown requires. */
function around(text: string, open: string, close = open): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return inner ? before + open + inner + close + after : text;
}
