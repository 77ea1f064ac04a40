/** Finds and writes pictures in a Markdown text. A stand-in is the placeholder of a picture that is being uploaded. */

const uploading = /!\[Uploading ([^\]\n]*)\]\(#upload-([0-9a-f]{8})\)/g;
const undescribed = /!\[\]\((\/pictures\/[0-9a-f]{32}-\d+x\d+\.webp)(?: "[^"\n]*")?\)/g;

export interface TextRange {
  start: number;
  end: number;
}

/** Returns the stand-in: a Markdown image with the URL `#upload-…`. */
export const placeholder = (id: string, fileName: string) =>
  `![Uploading ${fileName.replace(/[[\]\\\s]+/g, ' ').slice(0, 60)}](#upload-${id})`;

export const standInsOf = (text: string): (TextRange & { id: string; name: string })[] =>
  [...text.matchAll(uploading)].map(({ 0: whole, 1: name = '', 2: id = '', index }) => ({
    id,
    name,
    start: index,
    end: index + whole.length,
  }));

/** Finds uploaded pictures without a description. `start` and `end` are equal: the position in the empty brackets. */
export const undescribedOf = (text: string): (TextRange & { path: string })[] =>
  [...text.matchAll(undescribed)].map(({ 1: path = '', index }) => ({
    path,
    start: index + 2,
    end: index + 2,
  }));

/** Escapes a description for the brackets of a Markdown image. */
export const escapeWords = (words: string) =>
  words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[[\]\\]/g, '\\$&');

/** Adds the line breaks that make `block` a separate paragraph: only then a picture is rendered as a figure. */
export function asBlock(text: string, at: number, block: string): string {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const lead =
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail =
    after === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  return lead + block + tail;
}
