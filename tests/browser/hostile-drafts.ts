import {
  appDraft,
  applicationDraft,
  applicationExtras,
  blogDraft,
  contactDraft,
  ideaDraft,
  logDraft,
  milestoneDraft,
  podDraft,
  userDraft,
} from '../drafts.ts';
import { isFullRun, seededRandom } from '../torture/attack.ts';
import { harmlessHost, mailAddresses, type Payload, payloads } from '../torture/xss.ts';

/** The XSS payloads of a run, and drafts of every entity with a payload in each text field. */

/**
 * The payloads of this run. A full run takes the part that TORTURE_PART names. A sample run takes one of each family,
 * but only three with `isMarkup`: only posts parse markup, and the post of `writeEverything` has all payloads.
 */
export const payloadsOfRun: Payload[] = isFullRun ? payloadsOfPart() : sample();
/** Payloads that run by themselves in a page that does not escape them. A sample run has one of each family. */
export const markup = (isFullRun ? payloadsOfRun : oneOfEachFamily()).filter(
  ({ isMarkup }) => isMarkup,
);
/** The payloads of this run that a text field accepts. */
export const acceptedPayloads = payloadsOfRun.filter(({ isRefused }) => !isRefused);

/** `TORTURE_PART=2/12` chooses every twelfth payload, starting with the second. */
function payloadsOfPart(): Payload[] {
  const [part = 1, parts = 1] = (process.env.TORTURE_PART ?? '1/1').split('/').map(Number);
  return payloads.filter((_, at) => at % parts === part - 1);
}

/** Chooses one payload of each family at random, with the seed of `seededRandom`. */
function oneOfEachFamily(): Payload[] {
  const random = seededRandom();
  return [...Map.groupBy(payloads, ({ family }) => family).values()].flatMap(
    (family) => family[Math.floor(random() * family.length)] ?? [],
  );
}

function sample(): Payload[] {
  const all = oneOfEachFamily();
  const ofMarkup = all.filter(({ isMarkup }) => isMarkup);
  const random = seededRandom();
  const chosenMarkup = new Set(ofMarkup.toSorted(() => random() - 0.5).slice(0, 3));
  return all.filter((payload) => !payload.isMarkup || chosenMarkup.has(payload));
}

/** An entity: its routes, a valid draft, and its fields, grouped by the texts that they accept. */
export interface Kind {
  /** The path to which a new entry is posted. `change` is the request with which staff change an entry. */
  path: string;
  change?: { method: 'PUT' | 'PATCH'; path: string };
  draft: Record<string, unknown>;
  texts: string[];
  lists: string[];
  links: string[];
  /** Fields that accept only certain values, such as a choice, a number or a date. */
  closed: string[];
  mail?: true;
  isPublic?: true;
}

export const kinds = {
  pods: {
    path: '/api/admin/pods',
    change: { method: 'PUT', path: '/api/admin/pods' },
    draft: podDraft,
    texts: ['name', 'description'],
    lists: ['technologies'],
    links: [],
    closed: ['status', 'progress', 'teamSize', 'startDate'],
  },
  apps: {
    path: '/api/admin/apps',
    change: { method: 'PUT', path: '/api/admin/apps' },
    draft: appDraft,
    texts: ['name', 'description'],
    lists: ['technologies'],
    links: ['demoUrl', 'githubUrl'],
    closed: ['status', 'category'],
  },
  log: {
    path: '/api/admin/log',
    change: { method: 'PUT', path: '/api/admin/log' },
    draft: logDraft,
    texts: ['text'],
    lists: [],
    links: [],
    closed: ['date', 'mvpHours', 'extendedHours'],
  },
  blogs: {
    path: '/api/admin/blogs',
    change: { method: 'PUT', path: '/api/admin/blogs' },
    draft: { ...blogDraft, publishedAt: undefined },
    texts: ['title', 'excerpt', 'content', 'author'],
    lists: ['tags'],
    links: ['imageUrl', 'externalUrl'],
    closed: ['category', 'readTime', 'featured', 'publishedAt'],
  },
  milestones: {
    path: '/api/admin/milestones',
    change: { method: 'PUT', path: '/api/admin/milestones' },
    draft: milestoneDraft,
    texts: ['title', 'description'],
    lists: [],
    links: [],
    closed: ['date', 'type'],
  },
  users: {
    path: '/api/admin/users',
    change: { method: 'PATCH', path: '/api/admin/users' },
    draft: userDraft,
    texts: ['username'],
    lists: [],
    links: [],
    closed: ['role', 'email'],
    mail: true,
  },
  ideas: {
    path: '/api/ideas',
    draft: ideaDraft,
    texts: [
      'title',
      'submitterName',
      'problemStatement',
      'proposedSolution',
      'targetAudience',
      'expectedImpact',
      'successMetrics',
      'dependencies',
    ],
    lists: [],
    links: [],
    closed: ['requiredExpertise'],
    isPublic: true,
  },
  applications: {
    path: '/api/applications',
    draft: { ...applicationDraft, ...applicationExtras },
    texts: ['fullName', 'role', 'mattermostHandle', 'experience', 'availability', 'motivation'],
    lists: ['skills'],
    links: ['linkedin', 'github', 'portfolio'],
    closed: ['email', 'circles', 'meetsRequirements', 'currentlyInCircle'],
    mail: true,
    isPublic: true,
  },
  contacts: {
    path: '/api/contact',
    draft: contactDraft,
    texts: ['name', 'subject', 'message'],
    lists: [],
    links: [],
    closed: ['email', 'inquiryType'],
    mail: true,
    isPublic: true,
  },
} satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

const maxEntryLength = 60;

/** Returns the payload as items of a list field: one item if it is short enough, otherwise several pieces. */
function entriesOf(text: string): string[] {
  if (text.trim().length <= maxEntryLength) return [text];
  return Array.from({ length: Math.ceil(text.length / 50) }, (_, at) =>
    text.slice(at * 50, at * 50 + 50),
  ).map((piece) => piece.toWellFormed());
}

const fieldsWith = (names: string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Returns a draft with the payload in each text and list field and, if it is an http(s) URL, in each link field. */
export function hostileDraft(kind: Kind, { id, text, isWeb }: Payload): Record<string, unknown> {
  return {
    ...kind.draft,
    ...fieldsWith(kind.texts, text),
    ...fieldsWith(kind.lists, entriesOf(text)),
    ...fieldsWith(kind.links, isWeb ? text : `https://${harmlessHost}/${id}.png`),
    ...(kind.mail && { email: mailAddresses[id % mailAddresses.length] }),
  };
}
