import { formatDate } from '#contract/date-format.ts';
import type { MailTopic } from '#contract/mail.ts';
import { privatePath } from '#contract/pages.ts';
import type { Digest, DigestItem } from '../store/digest.ts';
import type { FollowerMail } from '../store/follow.ts';
import { type InvitationMail, invitationPath } from '../store/invitation.ts';
import type { SenderMail } from '../store/sender-mail.ts';
import type { Received } from '../store/tables.ts';

/** The name and origin of the site, for mails and webhooks. */
export interface Site {
  name: string;
  /** For example https://lab.example */
  origin: string;
}

interface Text {
  subject: string;
  text: string;
}

/** The topics of mails to the sender of a submission. */
export type SenderTopic = Exclude<MailTopic, 'digest' | 'follow' | 'news' | 'invitation'>;

export const nouns: Record<Received, string> = {
  ideas: 'idea',
  applications: 'application',
  contacts: 'message',
};

/**
 * Returns a mail to the sender of a submission, without any text of the sender, not even a name. Otherwise somebody
 * could enter another person's e-mail address in a form, and make the lab send any text to that person.
 */
export function senderText(topic: SenderTopic, mail: SenderMail, site: Site): Text {
  const noun = nouns[mail.kind];
  const link = `${site.origin}${mail.receiptPath}`;
  const what = `the ${noun} that you sent on ${dayOf(mail.sentAt)}`;
  const words = {
    receipt: {
      subject: `We have received your ${noun}`,
      lines: [
        `We received ${what}, with this e-mail address.`,
        `This private link shows how it stands. There you can write to us, and correct, withdraw or erase what you sent:\n${link}`,
        'Whoever has the link can do the same, so keep it to yourself.',
        'If this was not you, ignore this mail, or open the link and erase it.',
      ],
    },
    decision: {
      subject: `Your ${noun}: ${labelOf(mail.status)}`,
      lines: [
        `There is news about ${what}. Its status: ${labelOf(mail.status)}.`,
        ...(mail.answer ? [`Our answer:\n\n${mail.answer}`] : []),
        `More about it, and a way to write to us:\n${link}`,
      ],
    },
    same: {
      subject: `An idea like yours: ${labelOf(mail.status)}`,
      lines: [
        `There is news about an idea that asks for the same as ${what}. Its status: ${labelOf(mail.status)}.`,
        ...(mail.answer ? [`Our answer:\n\n${mail.answer}`] : []),
        `The other idea:\n${site.origin}/ideas/${mail.mainId}`,
        `Your own, and a way to write to us:\n${link}`,
      ],
    },
    reply: {
      subject: 'There is a message for you',
      lines: [`We wrote to you about ${what}.`, `Read our message, and answer it, here:\n${link}`],
    },
  }[topic];
  return { subject: `${words.subject} - ${site.name}`, text: letter(words.lines, site) };
}

/** Returns a mail to a follower of an idea, without any text of a visitor, not even the title. */
export function followerText(
  topic: 'follow' | 'news',
  { ideaId, status, answer, secret }: FollowerMail,
  site: Site,
): Text {
  const idea = `${site.origin}/ideas/${ideaId}`;
  const link = site.origin + privatePath('/follow/:id', secret);
  const words = {
    follow: {
      subject: 'Do you want to follow an idea?',
      lines: [
        `Somebody, perhaps you, asked us to write to this e-mail address when there is news about this idea:\n${idea}`,
        `If you want that, open this link and confirm:\n${link}`,
        'If not, ignore this mail: we delete the address after two days. The link also leads to a button that deletes it at once.',
      ],
    },
    news: {
      subject: `An idea that you follow: ${labelOf(status)}`,
      lines: [
        `There is news about an idea that you follow. Its status: ${labelOf(status)}.`,
        ...(answer ? [`Our answer:\n\n${answer}`] : []),
        `The idea:\n${idea}`,
        `To end these mails, open this link:\n${link}`,
      ],
    },
  }[topic];
  return { subject: `${words.subject} - ${site.name}`, text: letter(words.lines, site) };
}

export function invitationText({ username, secret, endsAt }: InvitationMail, site: Site): Text {
  return {
    subject: `You are invited to the staff area - ${site.name}`,
    text: letter(
      [
        `An admin of ${site.name} has invited you to its staff area, with the username ${oneLine(username)}.`,
        `Open this link and choose a password. It works once, until ${dayOf(endsAt)}:\n${site.origin}${invitationPath(secret)}`,
        'Whoever has the link can use it in your place, so keep it to yourself.',
        'If you did not expect this, ignore this mail.',
      ],
      site,
    ),
  };
}

export function digestText({ items, total }: Digest, site: Site): Text {
  const what = total === 1 ? 'One new submission' : `${total} new submissions`;
  const more = total - items.length;
  return {
    subject: `${what} - ${site.name}`,
    text: letter(
      [
        `${what}:`,
        ...items.map((item) => lineOf(item, site)),
        ...(more > 0 ? [`and ${more} more.`] : []),
        ...(total === 1 && items[0]?.email ? ['An answer to this mail goes to the sender.'] : []),
        `You get this mail at most once an hour. Turn it off in your settings:\n${site.origin}/admin/settings`,
      ],
      site,
    ),
  };
}

const lineOf = ({ kind, id, name }: DigestItem, { origin }: Site) =>
  `${capitalised(nouns[kind])}: ${oneLine(name)}\n${origin}/admin/${kind}?open=${id}`;

/** Maximum number of characters of a title, name or subject. `oneLine` cuts longer ones. */
const mostCharacters = 100;

export function oneLine(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters - 1).join('')}…`
    : characters.join('');
}

const letter = (paragraphs: string[], { name, origin }: Site) =>
  `${[...paragraphs, `${name}\n${origin}`].join('\n\n')}\n`;

/** Turns "under_review" into "Under Review". */
export const labelOf = (status: string) => status.split('_').map(capitalised).join(' ');

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const dayOf = (time: string) => formatDate(new Date(time), 'day');
