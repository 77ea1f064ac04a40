import type { IdeaStatus } from './vocabulary.ts';

/**
 * The address of an idea's picture for link previews. The server ignores `v`: it is for those who keep a copy by address,
 * because it changes with what the picture shows.
 */
export const ideaCardPath = ({
  id,
  title,
  status,
}: {
  id: string;
  title: string;
  status: IdeaStatus;
}): string => `/ideas/${id}/card.png?v=${hash(`${status} ${title}`).toString(36)}`;

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
