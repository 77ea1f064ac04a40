import { isWebAddress } from './fields.ts';
import { z } from './zod.ts';

/**
 * The schema of site.config.ts, which has the name, texts, links, lists and numbers of a lab. The build and the server
 * check the file with this schema (check-site.ts). The pages import only the values, without zod.
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

/** A list to choose from. After an entry is renamed or removed, stored submissions and posts keep the old name. */
const choices = () =>
  z.tuple([text()], text()).refine((entries) => new Set(entries).size === entries.length, {
    error: 'Name each one once.',
  });

export const SiteConfig = z.strictObject({
  name: text().max(30),
  /** The language of all texts in site.config.ts, as a BCP 47 tag; `en` if missing. */
  language: z
    .string()
    .refine(isLanguageTag, { error: 'Write a language tag like en, de or pt-BR.' })
    .optional(),
  tagline: text(),
  description: text(),
  /** The text in the footer. */
  about: text(),
  /** The description of the blog. */
  blog: text(),
  email: z.email(),
  /** The month in which the lab began, as YYYY-MM. */
  inception: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'Write the month like 2025-06.' }),
  links: z.strictObject({ terms: url(), privacy: url() }),
  social: links(),
  resources: links(),
  /** The products in the "Product family" menu; `isHere` marks the lab itself. Without products there is no menu. */
  family: z.strictObject({
    title: text(),
    products: z.array(
      z.strictObject({
        name: text(),
        about: text(),
        /** Missing if the product has no page yet. */
        url: url().optional(),
        isSoon: z.boolean().optional(),
        isHere: z.boolean().optional(),
      }),
    ),
  }),
  /** The name of the chat in which applicants have a handle. */
  chat: text(),
  hours: z.strictObject({
    /** The hours that a pod gets for its MVP (`mvp`), and for the extended phase (`extended`). */
    mvp: wholeNumber(1, 1000),
    extended: wholeNumber(1, 1000),
    /** The hours a week that an applicant must have at least. */
    availability: wholeNumber(1, 168),
    /** The hours within which staff answer a message. An older message counts as overdue in the staff area. */
    answer: wholeNumber(1, 1000),
  }),
  lists: z.strictObject({
    expertises: choices(),
    /** The roles for applicants. vocabulary.ts adds the role "Other" at the end. */
    roles: choices(),
    /** Pages add the word "Circle" to each entry. */
    circles: choices(),
    /** The first category is the default. */
    postCategories: choices(),
    /** The topics of messages: `value` is stored, `label` is shown. The first topic is the default. */
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
  /** The days after which an unanswered idea or application counts as overdue in the staff area. */
  answerDays: z.strictObject({
    ideas: wholeNumber(1, 365),
    applications: wholeNumber(1, 365),
  }),
  /** The months after which personal data is removed; null for never. `contacts` also applies to `HelperDetails`. */
  keepMonths: z.strictObject({
    applications: wholeNumber(1, 1200).nullable(),
    contacts: wholeNumber(1, 1200).nullable(),
  }),
});
export type SiteConfig = z.infer<typeof SiteConfig>;
