import { z } from 'zod';
import { isWebAddress } from './fields.ts';

/**
 * The schema of site.config.ts: everything that differs from lab to lab. The build checks it (check-site.ts); the pages
 * import the values alone, without zod.
 */

const text = () => z.string().trim().min(1, { error: 'Write a text.' });
const texts = () => z.tuple([text()], text());
const url = () => z.string().refine(isWebAddress, { error: 'Write an address with https://.' });
const links = () => z.array(z.strictObject({ name: text(), url: url() }));
const wholeNumber = (least: number, most: number) => z.int().min(least).max(most);
const part = () => z.strictObject({ name: text(), about: text() });

function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A list of which visitors choose. An entry may be renamed or removed: what is stored keeps its old name. */
const choices = () =>
  z.tuple([text()], text()).refine((entries) => new Set(entries).size === entries.length, {
    error: 'Name each one once.',
  });

export const SiteConfig = z.strictObject({
  name: text().max(30),
  /** The language of all texts in this file, as a BCP 47 tag. Missing: en. */
  language: z
    .string()
    .refine(isLanguageTag, { error: 'Write a language tag like en, de or pt-BR.' })
    .optional(),
  tagline: text(),
  description: text(),
  /** Stands in the footer. */
  about: text(),
  /** Says what the blog is about. */
  blog: text(),
  email: z.email(),
  /** The month the lab began, as YYYY-MM. */
  inception: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Write the month like 2025-06.' }),
  links: z.strictObject({ terms: url(), privacy: url() }),
  social: links(),
  resources: links(),
  /** The products of the corner menu, and the lab among them. Without products there is no menu. */
  family: z.strictObject({
    title: text(),
    products: z.array(
      z.strictObject({
        name: text(),
        about: text(),
        /** Missing: it has no page yet. */
        url: url().optional(),
        isSoon: z.boolean().optional(),
        isHere: z.boolean().optional(),
      }),
    ),
  }),
  /** The name of the chat in which applicants have a handle. */
  chat: text(),
  hours: z.strictObject({
    /** Given to a pod for an MVP, and for the extended phase. */
    mvp: wholeNumber(1, 1000),
    extended: wholeNumber(1, 1000),
    /** The least that an applicant has in a week. */
    availability: wholeNumber(1, 168),
    /** Within so many hours a message is answered. */
    answer: wholeNumber(1, 1000),
  }),
  lists: z.strictObject({
    expertises: choices(),
    /** The role "Other" is added at the end. */
    roles: choices(),
    /** Shown as "… Circle". */
    circles: choices(),
    /** The first one is the default. */
    postCategories: choices(),
    /** The topics of messages, as they are stored and as they are shown. The first one is the default. */
    topics: z
      .array(z.strictObject({ value: z.string().regex(/^[a-z-]+$/), label: text() }))
      .nonempty(),
  }),
  words: z.strictObject({
    home: z.strictObject({
      badge: text(),
      title: text(),
      lead: text(),
      projects: text(),
      pods: text(),
      journey: text(),
      submitIdea: text(),
      joinTeam: text(),
    }),
    contact: z.strictObject({ title: text(), lead: text() }),
    submitIdea: z.strictObject({ lead: text(), description: text() }),
    joinTeam: z.strictObject({
      lead: text(),
      description: text(),
      benefits: texts(),
      figures: z.array(z.strictObject({ figure: text(), label: text() })).nonempty(),
      team: text(),
    }),
  }),
  workflow: z.strictObject({
    description: text(),
    lead: text(),
    lifecycle: z.strictObject({ lead: text(), steps: z.array(part()).length(5) }),
    hours: z.strictObject({ lead: text(), mvp: text(), extended: text() }),
    people: z.strictObject({
      title: text(),
      lead: text(),
      pods: z.array(z.strictObject({ name: text(), members: texts() })),
      shared: part(),
      split: z.tuple([
        z.strictObject({ name: text(), percent: wholeNumber(0, 100) }),
        z.strictObject({ name: text(), percent: wholeNumber(0, 100) }),
      ]),
    }),
    week: z.strictObject({
      lead: text(),
      meetings: z
        .array(z.strictObject({ name: text(), minutes: wholeNumber(1, 480), about: text() }))
        .nonempty(),
    }),
    clusters: z.strictObject({ lead: text(), groups: z.array(part()).nonempty() }),
  }),
  /** After so many days an idea or an application that waits for an answer counts as overdue in the staff area. */
  answerDays: z.strictObject({
    ideas: wholeNumber(1, 365),
    applications: wholeNumber(1, 365),
  }),
  /** After so many months the personal data of applications and messages is removed. Null: never. */
  keepMonths: z.strictObject({
    applications: wholeNumber(1, 1200).nullable(),
    contacts: wholeNumber(1, 1200).nullable(),
  }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;
