import type { IdeaDetail } from '#contract/idea.ts';
import type { IdeaCard } from '#contract/idea-card.ts';
import { limited, Turns } from '../slots.ts';
import type { Read } from './pages.ts';

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
  return async (id) => {
    try {
      const png = await drawOf(id);
      // Caches ask again soon: the idea may be withdrawn or held back.
      const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=3600' };
      return new Response(png, { headers });
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 404) return refusal(404, 'There is no such idea.');
      if (status === 503)
        return refusal(503, 'Please try again in a moment.', { 'Retry-After': '2' });
      throw error;
    }
  };
}

const refusal = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
