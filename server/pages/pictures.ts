import { readPicturePath } from '#contract/picture-path.ts';
import { NotFound } from '../errors.ts';
import { ConcurrencyLimit, limitInFlight } from '../slots.ts';
import type { PagesDeps } from './pages.ts';
import { respondOrRefuse } from './refusals.ts';

/** Maximum number of files that are being read or wait. The next file is refused with 503. */
const mostFiles = 100;

/**
 * Returns the function that responds with a file of an uploaded picture. It reads only two files in parallel, because
 * each is in memory twice while it is read from the database.
 */
export function createPictures(
  readPicture: PagesDeps['readPicture'],
): (path: string) => Promise<Response> {
  const turns = new ConcurrencyLimit(2);
  const read = limitInFlight(mostFiles, (path: string) => turns.run(() => readPicture(path)));
  return (path) =>
    respondOrRefuse('There is no such picture.', async () => {
      const bytes = await read(path);
      if (!bytes) throw new NotFound('picture');
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          'Content-Type': `image/${readPicturePath(path)?.format}`,
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
      });
    });
}
