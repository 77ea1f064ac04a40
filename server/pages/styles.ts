/**
 * The part of a style sheet that a page's own markup uses, to be sent along with it. A rule is left out only
 * where it asks for a class that the page does not have; the whole sheet follows with the scripts, before
 * anything can appear that needs it.
 */
export function stylesFor(sheet: string): (html: string) => string {
  const rules = parse(sheet);
  return (html) => {
    const used = new Set(
      [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
    );
    return rules.map((rule) => write(rule, used)).join('');
  };
}

interface Rule {
  /** What stands before the brace, or the whole of a statement without one. */
  head: string;
  /** Of an at-rule that holds other rules. */
  inner?: Rule[];
  body?: string;
  /** For each selector the classes it asks for. */
  selectors?: { text: string; classes: string[] }[];
}

const holdsRules = /^@(media|supports|layer|container)\b/;

function parse(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const brace = css.indexOf('{', at);
    const semicolon = css.indexOf(';', at);
    if (brace === -1 && semicolon === -1) break;
    if (semicolon !== -1 && (brace === -1 || semicolon < brace)) {
      rules.push({ head: css.slice(at, semicolon + 1) });
      at = semicolon + 1;
      continue;
    }
    const end = endOfBlock(css, brace);
    const head = css.slice(at, brace).trim();
    const body = css.slice(brace + 1, end);
    if (holdsRules.test(head)) rules.push({ head, inner: parse(body) });
    else if (head.startsWith('@')) rules.push({ head, body });
    else rules.push({ head, body, selectors: splitSelectors(head).map(withClasses) });
    at = end + 1;
  }
  return rules;
}

function endOfBlock(css: string, brace: number): number {
  let depth = 0;
  for (let at = brace; at < css.length; at += 1) {
    const character = css[at];
    if (character === '"' || character === "'") at = css.indexOf(character, at + 1);
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('the style sheet ends early');
}

/** By the commas that are in no parentheses. */
function splitSelectors(head: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of head) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** What stands in the parentheses of :is() and :not() is a choice, so it asks for nothing by itself. */
function withClasses(text: string) {
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\([^()]*\)/g, '');
  }
  const classes = [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) =>
    name.replaceAll('\\', ''),
  );
  return { text, classes };
}

function write({ head, inner, body, selectors }: Rule, used: Set<string>): string {
  if (inner) {
    const content = inner.map((rule) => write(rule, used)).join('');
    return content && `${head}{${content}}`;
  }
  if (body === undefined) return head;
  if (!selectors) return `${head}{${body}}`;
  const kept = selectors.filter(({ classes }) => classes.every((name) => used.has(name)));
  return kept.length > 0 ? `${kept.map(({ text }) => text).join()}{${body}}` : '';
}
