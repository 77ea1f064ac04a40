import { type PublicPage, publicPages } from './pages.ts';
import type { AppStatus, IdeaStatus, PodStatus } from './vocabulary.ts';

/** A card is the picture of a page for link previews. Its path is the path of the page followed by `/card.png`. */

/** A page without an id in its path. */
export type PlainPage = Exclude<PublicPage, `${string}:id`>;

/** The data that a card is drawn from. */
export type Card =
  | { kind: 'idea'; title: string; status: IdeaStatus }
  | { kind: 'project'; title: string; status: AppStatus }
  | { kind: 'pod'; title: string; status: PodStatus; progress: number }
  | { kind: 'post'; title: string; id: string; category: string }
  | { kind: 'page'; page: PlainPage };

const starts = { idea: '/ideas/', project: '/project/', pod: '/pods/', post: '/blog/' } as const;
type ObjectKind = keyof typeof starts;

/** Identifies a card by the page that it belongs to. */
export type CardName = { kind: ObjectKind; id: string } | { kind: 'page'; page: PlainPage };

/** Reads the path of a card. Returns undefined for every other path. */
export function readCardPath(path: string): CardName | undefined {
  const match = path.match(/^(\/[^/].*)?\/card\.png$/);
  if (!match) return undefined;
  const [, page = '/'] = match;
  if (isPlain(page)) return { kind: 'page', page };
  for (const [kind, start] of Object.entries(starts) as [ObjectKind, string][]) {
    const id = page.startsWith(start) && decodeId(page.slice(start.length));
    if (id) return { kind, id };
  }
  return undefined;
}

/** Returns the canonical path of a card, which is also its key in the cache. */
export const cardKey = (name: CardName): string =>
  `${name.kind === 'page' ? name.page.replace(/\/$/, '') : starts[name.kind] + encodeURIComponent(name.id)}/card.png`;

const isPlain = (path: string): path is PlainPage =>
  (publicPages as readonly string[]).includes(path) && !path.includes(':id');

function decodeId(encoded: string): string | undefined {
  try {
    const id = decodeURIComponent(encoded);
    return /^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
