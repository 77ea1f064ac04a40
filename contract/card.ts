import { type PublicPage, publicPages } from './pages.ts';
import type { AppStatus, IdeaStatus, PodStatus } from './vocabulary.ts';

/**
 * A card is the picture of a page for link previews. Its path is the path of the page followed by `/card.png`. Only the
 * path of an idea's card has the id alone, without the words of the title (see idea-card.ts).
 */

/** A page without an id in its path. */
export type PlainPage = Exclude<PublicPage, `${string}:id`>;

/** The data that a card is drawn from. */
export type Card =
  | { kind: 'idea'; title: string; status: IdeaStatus }
  | { kind: 'project'; title: string; status: AppStatus }
  | { kind: 'pod'; title: string; status: PodStatus; progress: number }
  | { kind: 'post'; title: string; id: string; category: string }
  | { kind: 'page'; page: PlainPage };

const pathPrefixes = {
  idea: '/ideas/',
  project: '/project/',
  pod: '/pods/',
  post: '/blog/',
} as const;
type ObjectKind = keyof typeof pathPrefixes;

/** Identifies a card by the page that it belongs to. */
export type CardName = { kind: ObjectKind; id: string } | { kind: 'page'; page: PlainPage };

/** Reads the path of a card. Returns undefined for every other path. */
export function readCardPath(path: string): CardName | undefined {
  const match = path.match(/^(\/[^/].*)?\/card\.png$/);
  if (!match) return undefined;
  const [, page = '/'] = match;
  if (isPlain(page)) return { kind: 'page', page };
  for (const [kind, prefix] of Object.entries(pathPrefixes) as [ObjectKind, string][]) {
    const id = page.startsWith(prefix) && decodeId(page.slice(prefix.length));
    if (id) return { kind, id };
  }
  return undefined;
}

/** Returns the path of a card with one spelling of its id, which is also its key in the cache. */
export const cardKey = (name: CardName): string =>
  `${name.kind === 'page' ? name.page.replace(/\/$/, '') : pathPrefixes[name.kind] + encodeURIComponent(name.id)}/card.png`;

const isPlain = (path: string): path is PlainPage =>
  (publicPages as readonly string[]).includes(path) && !path.includes(':id');

/** Returns undefined for texts that are no id: ids are UUIDs or slugs of letters, digits and hyphens. */
function decodeId(encoded: string): string | undefined {
  try {
    const id = decodeURIComponent(encoded);
    return /^[\p{L}\p{N}\p{M}-]{1,120}$/u.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
