import { useCallback, useRef } from 'react';
import type { Picture } from '#contract/picture.ts';
import { pictureLimit, pictureMegabytes } from '#contract/picture-path.ts';
import { ApiError } from '../../api/client.ts';
import { useRequest } from '../request.ts';
import type { Sending } from '../send-file.ts';

/** The MIME types that the file chooser offers. The server checks the content of a file anyway. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/**
 * Returns a function that uploads a picture, and throws errors with a message for the user. Uploads run one after
 * another, because the server accepts only a few in parallel.
 */
export function useUpload(): (file: File, sending: Sending) => Promise<Picture> {
  const request = useRequest();
  const lastUpload = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    async (file, sending) => {
      if (file.size > pictureLimit)
        throw new Error(`It has more than ${pictureMegabytes} MB. Save it smaller first.`);
      const uploaded = lastUpload.current.then(() =>
        request('POST', '/api/admin/pictures', { file, sending, isUnkeyed: true }),
      );
      lastUpload.current = uploaded.catch(() => {});
      try {
        return (await uploaded) as Picture;
      } catch (error) {
        throw new Error(reasonOf(error));
      }
    },
    [request],
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The site did not answer. Check your connection.';
  try {
    return JSON.parse(error.body).error;
  } catch {
    // The body is not JSON if a proxy has answered.
    return error.status === 413
      ? 'It has too many bytes for the site.'
      : 'The site could not take it.';
  }
}

/** Returns the files of a drop or a paste, or an empty list if there are none. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
