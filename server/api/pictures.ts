import { Picture } from '#contract/picture.ts';
import { pictureLimit } from '#contract/picture-path.ts';
import { checkKind } from '../pictures/kind.ts';
import { limited } from '../slots.ts';
import { keepPicture, renewPicture } from '../store/picture.ts';
import type { ApiDeps } from './deps.ts';
import { type Call, postFile, type Route } from './route.ts';

/** How many uploads are read, wait or are re-encoded at a time: each holds its picture in memory. */
const mostUploads = 2;

/** The upload of pictures. A picture that is uploaded again is found by its hash, so it is stored once. */
export const pictureRoutes = ({ clock, encodePicture }: ApiDeps): Route[] => [
  postFile(
    '/api/admin/pictures',
    {
      access: 'pictures',
      summary: 'Keep a picture: the body is a JPEG, PNG, WebP, AVIF or GIF',
      answer: Picture,
      bodyLimit: pictureLimit,
    },
    limited(mostUploads, async ({ body, write }: Call<() => Promise<Uint8Array>>) => {
      const source = await body();
      checkKind(source);
      const hash = await hashOf(source);
      const known = await write((tx) => renewPicture(tx, hash, clock()));
      if (known) return known;
      const encoded = await encodePicture(source);
      return write((tx) => keepPicture(tx, hash, encoded, clock()));
    }),
  ),
];

/** SubtleCrypto computes the hash on another thread. */
async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(hash).toString('hex').slice(0, 32);
}
