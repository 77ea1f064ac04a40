import { readSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { fitted, type PictureFormat, type Size, sizesOf } from '#contract/picture-path.ts';

/**
 * Runs in the process that re-encodes one picture; encode.ts starts it. The argument of the process is the number of
 * bytes of the picture. The process reads the picture from standard input and sends the files as messages.
 */

export type FromEncoder =
  | { size: Size }
  | { width: number; format: PictureFormat; bytes: Uint8Array }
  /** The picture has more megapixels than `most`. */
  | { megapixels: number; most: number }
  | { isDamaged: true };

/** The limit in megapixels for WebP, and for JPEG and PNG that are decoded row by row. */
const mostMegapixels = 40;
/** The limit for progressive and interlaced pictures and GIFs. They are decoded as a whole: up to 9 bytes per pixel. */
const mostAsWhole = 24;
/** The limit for AVIF, which takes up to 25 bytes per pixel. */
const mostOfAvif = 8.3;

sharp.cache(false);
// Several threads would keep more of the picture in memory.
sharp.concurrency(1);
// libvips may use only these decoders, whatever the bytes look like.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

await encode(Number(process.argv[2])).catch(() => send({ isDamaged: true }));
process.disconnect();

/**
 * Reads standard input into one buffer. The chunks of a stream would wait for the garbage collector, and take up to
 * four times the size of the picture.
 */
function readPicture(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let size = 0;
  while (size < length) {
    const read = readSync(0, bytes, size, length - size, null);
    if (read === 0) break;
    size += read;
  }
  return bytes;
}

/** Decodes the picture once, in the largest size that is stored, and makes all files from these pixels. */
async function encode(length: number): Promise<void> {
  const bytes = readPicture(length);
  // Reads only the header, without a limit on pixels, so that the refusal can say how many pixels there are.
  const head = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { autoOrient: upright, format, isProgressive } = head;
  const most =
    format === 'heif'
      ? mostOfAvif
      : format === 'gif' || isProgressive
        ? mostAsWhole
        : mostMegapixels;
  const megapixels = (upright.width * upright.height) / 1e6;
  if (megapixels > most) return send({ megapixels, most });

  // Takes the first frame, turns it upright and converts it to sRGB. sharp drops all metadata by default.
  const { data, info } = await sharp(bytes, {
    limitInputPixels: mostMegapixels * 1e6,
    sequentialRead: true,
    failOn: 'warning',
  })
    .autoOrient()
    .resize({ ...fitted(upright), fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // `transfer(0)` frees the memory of the source at once, without the garbage collector.
  bytes.buffer.transfer(0);
  const { width, height, channels } = info;
  await send({ size: { width, height } });
  for (const size of sizesOf({ width, height })) {
    const sized = sharp(data, { raw: { width, height, channels } }).resize({
      ...size,
      fit: 'fill',
    });
    await sendFile(size.width, 'webp', sized.clone().webp({ quality: 80, effort: 4 }));
    await sendFile(size.width, 'avif', sized.avif({ quality: 55, effort: 2 }));
  }
}

async function sendFile(width: number, format: PictureFormat, picture: Sharp): Promise<void> {
  await send({ width, format, bytes: new Uint8Array(await picture.toBuffer()) });
}

function send(message: FromEncoder): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}
