import { crc32, deflateSync } from 'node:zlib';

/** A picture with indexed colours: each pixel is an index into `palette`, which has at most 256 colours. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** The colours, as 0xrrggbb. */
  palette: number[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function encodePng({ width, height, pixels, palette }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, colour type 3 (palette), the standard compression and filter methods, not interlaced.
  header.set([8, 3, 0, 0, 0], 8);
  // Each row of pixels begins with a byte that names its filter: 0 means no filter.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    // `Buffer.from` keeps only the lowest eight bits of each number.
    chunk('PLTE', Buffer.from(palette.flatMap((value) => [value >> 16, value >> 8, value]))),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  ]);
}

function chunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
