export interface Sending {
  /** Called with the fraction of the file that is sent, from 0 to 1. */
  onProgress?(part: number): void;
  signal?: AbortSignal;
}

/** Works like `fetch`, but uses XMLHttpRequest, because `fetch` reports no upload progress. */
export function sendFile(
  method: string,
  path: string,
  headers: Record<string, string>,
  file: Blob,
  { onProgress, signal }: Sending,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const sending = new XMLHttpRequest();
    sending.open(method, path);
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
    sending.responseType = 'blob';
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 1);
    sending.onload = () => {
      const { status, statusText, response } = sending;
      resolve(new Response(status === 204 ? null : response, { status, statusText }));
    };
    sending.onerror = () => reject(new TypeError('The connection was lost.'));
    sending.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => sending.abort());
    onProgress?.(0);
    sending.send(file);
  });
}
