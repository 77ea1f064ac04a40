import type { App } from '#contract/app.ts';
import type { BlogArticle } from '#contract/blog.ts';
import type { Card, CardName } from '#contract/card.ts';
import type { IdeaDetail } from '#contract/idea.ts';
import type { Pod } from '#contract/pod.ts';
import { ConcurrencyLimit, limitInFlight } from '../slots.ts';
import type { Read } from './pages.ts';
import { respondOrRefuse } from './refusals.ts';

/** Draws a card as a PNG. */
export type Draw = (card: Card) => Promise<Uint8Array<ArrayBuffer>>;

/** Maximum number of cards that are being drawn or wait. The next card is refused with 503. */
const mostCards = 40;

/**
 * Returns the function that responds with a card. Cards are drawn one after the other. The same thread renders pages,
 * so a page waits for at most one card.
 */
export function createCards(read: Read, draw: Draw): (name: CardName) => Promise<Response> {
  const turns = new ConcurrencyLimit(1);
  const drawOf = limitInFlight(mostCards, async (name: CardName) => {
    const card = await readCard(read, name);
    return turns.run(() => draw(card));
  });
  return (name) =>
    respondOrRefuse('There is no such page.', async () => {
      const png = await drawOf(name);
      // Caches keep a card for an hour only, because an idea may be withdrawn or put in quarantine.
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' };
      return new Response(png, { headers });
    });
}

/** Reads the data of a card. Returns only the fields that the drawing uses. */
async function readCard(read: Read, name: CardName): Promise<Card> {
  if (name.kind === 'page') return name;
  const { kind } = name;
  const id = encodeURIComponent(name.id);
  if (kind === 'idea') {
    const { title, status } = (await read(`/api/ideas/${id}`)) as IdeaDetail;
    return { kind, title, status };
  }
  if (kind === 'project') {
    const { name: title, status } = (await read(`/api/apps/${id}`)) as App;
    return { kind, title, status };
  }
  if (kind === 'pod') {
    const { name: title, status, progress } = (await read(`/api/pods/${id}`)) as Pod;
    return { kind, title, status, progress };
  }
  const { title, category, id: seed } = (await read(`/api/blogs/${id}`)) as BlogArticle;
  return { kind, title, category, id: seed };
}
