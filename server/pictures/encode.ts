import { fork } from 'node:child_process';
import path from 'node:path';
import type { PictureFormat, Size } from '#contract/picture-path.ts';
import { BadPicture } from '../errors.ts';
import { root } from '../root.ts';
import { ConcurrencyLimit } from '../slots.ts';
import type { FromEncoder } from './encoder.ts';

export interface EncodedPicture {
  /** Width and height of the largest file. */
  size: Size;
  files: { width: number; format: PictureFormat; bytes: Uint8Array }[];
}

/** Re-encodes a picture in all sizes and formats. Throws `BadPicture` for a picture that cannot be used. */
export type EncodePicture = (source: Uint8Array) => Promise<EncodedPicture>;

const encoderFile = import.meta.filename.endsWith('.ts')
  ? path.join(import.meta.dirname, 'encoder.ts')
  : path.join(root, 'dist/server/picture-encoder.js');

/**
 * The environment of the encoder process. It replaces the environment of the site, which contains secrets. With the two
 * MALLOC variables, glibc returns more of the freed memory to the system.
 */
const encoderEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  // Node does not start on Windows without this variable.
  SystemRoot: process.env.SystemRoot,
};

/** Maximum time for one picture, in milliseconds. */
const longestTime = 60_000;

/**
 * Re-encodes one picture at a time, each in a new process. The process frees its memory when it ends and can be killed
 * at any time, and a crash of a decoder does not affect the server.
 */
export function createEncoder({
  timeLimit = longestTime,
  program = encoderFile,
} = {}): EncodePicture {
  const turns = new ConcurrencyLimit(1);
  return (source) => turns.run(() => encodeOnce(source, timeLimit, program));
}

function encodeOnce(
  source: Uint8Array,
  timeLimit: number,
  program: string,
): Promise<EncodedPicture> {
  const { promise, resolve, reject } = Promise.withResolvers<EncodedPicture>();
  const encoder = fork(program, [String(source.byteLength)], {
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    timeout: timeLimit,
    killSignal: 'SIGKILL',
    env: encoderEnvironment,
  });
  const files: EncodedPicture['files'] = [];
  let size: Size | undefined;
  encoder.on('message', (message: FromEncoder) => {
    if ('size' in message) size = message.size;
    else if ('bytes' in message) files.push(message);
    else reject(refusalOf(message));
  });
  encoder.on('error', reject);
  encoder.on('close', (code, signal) => {
    if (signal === 'SIGKILL')
      reject(new BadPicture(`This picture takes too long to prepare. ${smaller}`));
    else if (code === 0 && size) resolve({ size, files });
    else reject(new BadPicture(damaged));
  });
  // The process may end before it has read everything. An 'error' event without a listener would end the server.
  encoder.stdin?.on('error', () => {});
  encoder.stdin?.end(source);
  return promise;
}

const smaller = 'Save it with fewer pixels and try again.';
const damaged = 'This picture is damaged. Save it again, as JPEG or PNG, and try that.';

const refusalOf = (message: Extract<FromEncoder, { isDamaged: true } | { most: number }>) =>
  new BadPicture(
    'most' in message
      ? `This picture has ${message.megapixels.toFixed(1)} megapixels; one like it may have ${message.most}. ${smaller}`
      : damaged,
  );
