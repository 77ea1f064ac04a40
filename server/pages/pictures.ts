import { readPicturePath } from '#contract/picture-path.ts';
import { NotFound } from '../errors.ts';
import { limited, Turns } from '../slots.ts';
import type { PagesDeps } from './pages.ts';
import { fileOr } from './refusals.ts';

/** How many files are being read or wait for that. */
const mostReads = 100;

/**
 * Returns the function that answers the address of an uploaded picture. Two are read at a time: each is in memory twice while
 * it comes from the database.
 */
export function createPictures(
  readPicture: PagesDeps['readPicture'],
): (path: string) => Promise<Response> {
  const turns = new Turns(2);
  const read = limited(mostReads, (path: string) => turns.run(() => readPicture(path)));
  return (path) =>
    fileOr('There is no such picture.', async () => {
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
