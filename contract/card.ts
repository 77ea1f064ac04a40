import { type PublicPage, publicPages } from './pages.ts';
import type { AppStatus, IdeaStatus, PodStatus } from './vocabulary.ts';

/** A card is the picture of a page for link previews. Its path is the path of the page followed by `/card.png`. */

/** A page without an id in its path. */
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

/** Names a card by the page that it belongs to. */
export type CardName = { kind: ObjectKind; id: string } | { kind: 'page'; page: PlainPage };

/** Reads the path of a card. Returns undefined for every other path. */
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

/** Returns the canonical path of a card. The cache uses it as its key. */
export const cardKey = (name: CardName): string =>
  `${name.kind === 'page' ? name.page.replace(/\/$/, '') : starts[name.kind] + encodeURIComponent(name.id)}/card.png`;

const isPlain = (path: string): path is PlainPage =>
  (publicPages as readonly string[]).includes(path) && !path.includes(':id');

function decoded(written: string): string | undefined {
  try {
    const id = decodeURIComponent(written);
    return /^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
