/**
 * Paths of the pictures that staff upload: `/pictures/{hash}-{width}x{height}.{format}`. A path has the hash of the
 * upload and the size, so the server can write `width`, `height` and `srcset` without a database query.
 */

export const pictureMegabytes = 20;
/** Maximum size of an uploaded picture in bytes. */
export const pictureLimit = pictureMegabytes * 1_000_000;

/** `![decorative](…)` in Markdown marks an uploaded picture that only decorates: its `alt` becomes empty. */
export const decorative = 'decorative';

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** The widths of smaller copies. A picture is also stored in its own size, scaled down to fit `largest`. */
const smallerWidths = [640, 1280];
const largest = { width: 1920, height: 3840, pixels: 1920 * 1920 };

export interface Size {
  width: number;
  height: number;
}

/** Identifies one size of a picture. `hash` is the hash of the upload. */
export interface PictureName extends Size {
  hash: string;
}

/** Returns the largest size in which a picture is stored. A small picture is never enlarged. */
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

/** Returns the sizes in which a picture of a `fitted` size is stored, the smallest first. */
export const sizesOf = ({ width, height }: Size): Size[] => [
  ...smallerWidths
    .filter((each) => each < width)
    .map((each) => ({ width: each, height: Math.max(1, Math.round((height * each) / width)) })),
  { width, height },
];

export const picturePath = ({ hash, width, height }: PictureName, format: PictureFormat) =>
  `/pictures/${hash}-${width}x${height}.${format}`;

const pattern = /^\/pictures\/([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(avif|webp)$/;

/** Parses the path of a picture. Returns undefined for any other path. */
export function readPicturePath(
  path: string,
): (PictureName & { format: PictureFormat }) | undefined {
  const [, hash = '', width, height, format] = path.match(pattern) ?? [];
  if (!format) return undefined;
  const size = { width: Number(width), height: Number(height) };
  return { hash, ...size, format: format as PictureFormat };
}

/** Returns the value of `srcset`: the picture in all sizes up to its own. */
export const srcsetOf = (picture: PictureName, format: PictureFormat): string =>
  sizesOf(picture)
    .map((size) => `${picturePath({ ...picture, ...size }, format)} ${size.width}w`)
    .join(', ');
