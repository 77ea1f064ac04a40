/**
 * Addresses of the pictures that staff upload. An address names the content and the size, so the markup of a picture needs no
 * further question: `/pictures/{hash}-{width}x{height}.{format}`.
 */

/** Bytes of an uploaded picture. */
export const pictureLimit = 20_000_000;

/** In place of a description this word says that a picture in a text only decorates: its `alt` is then empty. */
export const decorative = 'decorative';

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** A picture is kept in these widths, as far as they are smaller than it, and in its own up to the largest. */
const smallerWidths = [640, 1280];
const largest = { width: 1920, height: 3840, pixels: 1920 * 1920 };

export interface Size {
  width: number;
  height: number;
}

/** A picture by its content, in the largest size that is kept. */
export interface PictureName extends Size {
  hash: string;
}

/** The largest size in which a picture is kept. It is never enlarged. */
export function fitted({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    largest.width / width,
    largest.height / height,
    Math.sqrt(largest.pixels / (width * height)),
  );
  const scaled = (length: number) => Math.max(1, Math.floor(length * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The sizes in which a picture is kept, the smallest first. */
export const sizesOf = ({ width, height }: Size): Size[] => [
  ...smallerWidths
    .filter((each) => each < width)
    .map((each) => ({ width: each, height: Math.max(1, Math.round((height * each) / width)) })),
  { width, height },
];

export const picturePath = ({ hash, width, height }: PictureName, format: PictureFormat) =>
  `/pictures/${hash}-${width}x${height}.${format}`;

const pattern = /^\/pictures\/([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(avif|webp)$/;

/** Undefined for an address of something else. */
export function readPicturePath(
  path: string,
): (PictureName & { format: PictureFormat }) | undefined {
  const [, hash = '', width, height, format] = path.match(pattern) ?? [];
  if (!format) return undefined;
  const size = { width: Number(width), height: Number(height) };
  return { hash, ...size, format: format as PictureFormat };
}

/** The value of `srcset`: all sizes up to this one. */
export const srcsetOf = (picture: PictureName, format: PictureFormat): string =>
  sizesOf(picture)
    .map((size) => `${picturePath({ ...picture, ...size }, format)} ${size.width}w`)
    .join(', ');
