import type { IdeaDetail } from '#contract/idea.ts';
import type { IdeaCard } from '#contract/idea-card.ts';
import { limited, Turns } from '../slots.ts';
import type { Read } from './pages.ts';
import { fileOr } from './refusals.ts';

/** Draws the picture of an idea, as a PNG. */
export type Draw = (card: IdeaCard) => Promise<Uint8Array<ArrayBuffer>>;

/** How many pictures are being drawn or wait for that. */
const mostCards = 40;

/**
 * Returns the function that answers the address of an idea's picture. They are drawn one after the other: pages are
 * rendered on the same thread, and wait for at most one.
 */
export function createCards(read: Read, draw: Draw): (id: string) => Promise<Response> {
  const turns = new Turns(1);
  const drawOf = limited(mostCards, async (id: string) => {
    const { title, status } = (await read(`/api/ideas/${id}`)) as IdeaDetail;
    return turns.run(() => draw({ title, status }));
  });
  return (id) =>
    fileOr('There is no such idea.', async () => {
      const png = await drawOf(id);
      // Caches ask again soon: the idea may be withdrawn or held back.
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' };
      return new Response(png, { headers });
    });
}
