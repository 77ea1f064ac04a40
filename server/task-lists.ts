import type { MarkdownIt, StateCore } from 'markdown-it';

/** Adds task lists to markdown-it: a list item that begins with `[ ]` or `[x]` labels a disabled checkbox. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'tasks', markTasks);
}

function markTasks({ tokens, Token }: StateCore): void {
  const html = (content: string) => Object.assign(new Token('html_inline', '', 0), { content });
  for (const [at, item] of tokens.entries()) {
    const inline = tokens[at + 2];
    const first = inline?.children?.[0];
    if (item.type !== 'list_item_open' || inline?.type !== 'inline' || !inline.children) continue;
    const mark = first?.type === 'text' && /^\[([ xX])\][ \t]+/.exec(first.content);
    if (!first || !mark) continue;
    first.content = first.content.slice(mark[0].length);
    const checked = mark[1] === ' ' ? '' : ' checked';
    item.attrJoin('class', 'task');
    inline.children.unshift(html(`<label><input type="checkbox" disabled${checked}> `));
    inline.children.push(html('</label>'));
  }
}
