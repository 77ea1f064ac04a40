import { useCallback, useRef } from 'react';
import type { Picture } from '#contract/picture.ts';
import { pictureLimit } from '#contract/picture-path.ts';
import { ApiError } from '../../api/client.ts';
import { useRequest } from '../request.ts';
import type { Sending } from '../send-file.ts';

/** The types that the file chooser offers. The server looks at the content. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/**
 * Returns the function that uploads a picture. Its error has a message for the writer. Several pictures follow each other,
 * because the server takes few at a time.
 */
export function useUpload(): (file: File, sending: Sending) => Promise<Picture> {
  const request = useRequest();
  const before = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    async (file, sending) => {
      if (file.size > pictureLimit)
        throw new Error('It has more than 20 MB. Save it smaller first.');
      const uploaded = before.current.then(() =>
        request('POST', '/api/admin/pictures', { file, sending, isRead: true }),
      );
      before.current = uploaded.catch(() => {});
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
    // The answer of a proxy in front of the site.
    return error.status === 413
      ? 'It has too many bytes for the site.'
      : 'The site could not take it.';
  }
}

/** The files of a drop or a paste. Empty when there is only text. */
export const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
