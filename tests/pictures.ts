import assert from 'node:assert/strict';
import sharp, { type Sharp } from 'sharp';
import type { TestApi } from './harness.ts';

/** Creates pictures for tests, and uploads them. */

export const drawPicture = (width: number, height: number, background = '#0a6') =>
  sharp({ create: { width, height, channels: 3, background } });

export const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());

export function uploadTo({ call }: TestApi, token: string) {
  const upload = (raw: Uint8Array | ReadableStream, headers = {}) =>
    call('POST', '/api/admin/pictures', { token, raw: raw as BodyInit, headers });
  return {
    upload,
    /** Uploads a picture that must be accepted, and returns its path. */
    async uploadAccepted(raw: Uint8Array): Promise<string> {
      const { status, body } = await upload(raw);
      assert.equal(status, 200, JSON.stringify(body));
      return body.path;
    },
  };
}
