import { NotPicture } from '../errors.ts';

/** Tests of the first bytes: for JPEG, PNG, WebP, AVIF and GIF, in this order. */
const signatures: ((start: string) => boolean)[] = [
  (start) => start.startsWith('\xff\xd8\xff'),
  (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  (start) => start.startsWith('ftyp', 4) && /^avi[fs]/.test(start.slice(8)),
  (start) => /^GIF8[79]a/.test(start),
];

const acceptedFormats = 'Send a JPEG, PNG, WebP, AVIF or GIF.';

/** Throws `NotPicture` unless the bytes begin like an accepted format. The request's Content-Type is ignored. */
export function checkKind(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new NotPicture(`The body is empty. ${acceptedFormats}`);
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (signatures.some((matches) => matches(start))) return;
  if (/<svg[\s>]/i.test(start)) {
    throw new NotPicture(
      'SVG is not taken, because it can hold scripts. Save it as PNG and send that.',
    );
  }
  if (start.startsWith('ftyp', 4)) {
    throw new NotPicture(`Photos in HEIC format and videos are not taken. ${acceptedFormats}`);
  }
  throw new NotPicture(`This is not a picture. ${acceptedFormats}`);
}
