import type { WebhookTopic } from '#contract/mail.ts';
import { capitalised, labelOf, nouns, oneLine, type Site } from '../mail/texts.ts';
import type { WebhookFacts } from '../store/webhook-facts.ts';

/** A message for a chat. The second line is a link to the staff area. */
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
 * A visitor's text as plain text in every chat. Characters that mention people, format or make links become their
 * full-width twins, which look alike and mean nothing: Slack knows no backslash, and Mattermost not all of Slack's entities.
 * A dot or colon before a space stays. Control characters and those that turn the direction of text are left out.
 */
const withoutMarkup = (text: string) =>
  text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu, '')
    .replace(/[@#*_~`[\]<>|&\\$!^]|[:./](?=\S)/g, (character) =>
      String.fromCharCode(character.charCodeAt(0) + toFullWidth),
    );

/** The distance between a printable ASCII character and its full-width form. */
const toFullWidth = 0xfee0;
