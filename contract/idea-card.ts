import type { IdeaStatus } from './vocabulary.ts';

/**
 * Returns the path of an idea's card (card.ts). The server ignores the parameter `v`, which changes with the content of
 * the card, so that services that cache pictures by their URL fetch the new card.
 */
export const ideaCardPath = ({
  id,
  title,
  status,
}: {
  id: string;
  title: string;
  status: IdeaStatus;
}): string => `/ideas/${id}/card.png?v=${fnv1a32(`${status} ${title}`).toString(36)}`;

function fnv1a32(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
