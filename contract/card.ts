import { type PublicPage, publicPages } from './pages.ts';
import type { AppStatus, IdeaStatus, PodStatus } from './vocabulary.ts';

/** The pictures of pages for link previews. Their address is that of the page and `/card.png`. */

/** A page without an id. */
export type PlainPage = Exclude<PublicPage, `${string}:id`>;

/** The facts that a card shows. */
export type Card =
  | { kind: 'idea'; title: string; status: IdeaStatus }
  | { kind: 'project'; title: string; status: AppStatus }
  | { kind: 'pod'; title: string; status: PodStatus; progress: number }
  | { kind: 'post'; title: string; id: string; category: string }
  | { kind: 'page'; page: PlainPage };

const starts = { idea: '/ideas/', project: '/project/', pod: '/pods/', post: '/blog/' } as const;
type ObjectKind = keyof typeof starts;

/** The page whose card is meant. */
export type CardName = { kind: ObjectKind; id: string } | { kind: 'page'; page: PlainPage };

/** Undefined for an address of something else. */
export function readCardPath(path: string): CardName | undefined {
  const found = path.match(/^(\/[^/].*)?\/card\.png$/);
  if (!found) return undefined;
  const [, page = '/'] = found;
  if (isPlain(page)) return { kind: 'page', page };
  for (const [kind, start] of Object.entries(starts) as [ObjectKind, string][]) {
    const id = page.startsWith(start) && decoded(page.slice(start.length));
    if (id) return { kind, id };
  }
  return undefined;
}

/** The address of a card in its one usual spelling. */
export const cardKey = (name: CardName): string =>
  `${name.kind === 'page' ? name.page.replace(/\/$/, '') : starts[name.kind] + encodeURIComponent(name.id)}/card.png`;

const isPlain = (address: string): address is PlainPage =>
  (publicPages as readonly string[]).includes(address) && !address.includes(':id');

function decoded(written: string): string | undefined {
  try {
    const id = decodeURIComponent(written);
    return /^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
