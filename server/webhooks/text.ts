import type { WebhookTopic } from '#contract/mail.ts';
import { capitalised, labelOf, nouns, oneLine, type Site } from '../mail/texts.ts';
import type { WebhookFacts } from '../store/webhook-facts.ts';

/** Returns the message for a chat. Its second line is a link to the staff area. */
export function webhookText(
  topic: WebhookTopic,
  { kind, id, title, status }: WebhookFacts,
  { origin }: Site,
): string {
  const noun = nouns[kind];
  const news =
    topic === 'received' ? `New ${noun}` : `${capitalised(noun)}, now ${labelOf(status)}`;
  const line = title === null ? news : `${news}: ${withoutMarkup(oneLine(title))}`;
  return `${line}\n${origin}/admin/${kind}?open=${id}`;
}

/**
 * Turns a visitor's text into plain text for every chat. Characters that mention people, format text or create links
 * become their full-width forms, which look similar and have no effect. No escaping works everywhere: Slack has no
 * backslash escapes, and Mattermost does not know all entities of Slack. A dot, colon or slash is not replaced before
 * a space or at the end. Control characters and characters that change the direction of text are removed.
 */
const withoutMarkup = (text: string) =>
  text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu, '')
    .replace(/[@#*_~`[\]<>|&\\$!^]|[:./](?=\S)/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) + toFullWidth),
    );

/** The difference between the code of a printable ASCII character and that of its full-width form. */
const toFullWidth = 0xfee0;
