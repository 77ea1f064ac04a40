import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Picture } from '#contract/picture.ts';
import { pictureLimit } from '#contract/picture-path.ts';
import { checkKind } from '../pictures/kind.ts';
import { limitInFlight } from '../slots.ts';
import { renewPicture, savePicture } from '../store/picture.ts';
import type { ApiDeps } from './deps.ts';
import { type Call, postFile, type Route } from './route.ts';

/** How many uploads run in parallel: each holds its picture in memory. The next one gets 503. */
const mostUploads = 2;

/** The route for uploading pictures. A picture that is uploaded again is found by its hash, and not stored again. */
export const pictureRoutes = ({ clock, encodePicture }: ApiDeps): Route[] => [
  postFile(
    '/api/admin/pictures',
    {
      access: 'pictures',
      summary: 'Keep a picture: the body is a JPEG, PNG, WebP, AVIF or GIF',
      answer: Picture,
      bodyLimit: pictureLimit,
    },
    limitInFlight(mostUploads, async ({ body, write }: Call<() => Promise<Uint8Array>>) => {
      const source = await body();
      checkKind(source);
      const hash = await hashOf(source);
      const known = await write((tx) => renewPicture(tx, hash, clock()));
      if (known) return known;
      const encoded = await encodePicture(source);
      return write((tx) => savePicture(tx, hash, encoded, clock()));
    }),
  ),
];

/** How many bytes are hashed before `hashOf` yields to the event loop. */
const piece = 512 * 1024;

/**
 * Hashes a picture, and yields to the event loop after each piece. `crypto.subtle` would first copy the whole picture,
 * which blocks the event loop for 20 ms if the picture is large.
 */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.byteLength; at += piece) {
    hash.update(bytes.subarray(at, at + piece));
    await nextTurn();
  }
  return hash.digest('hex').slice(0, 32);
}
