import { type FieldSource, fieldsOf, type ImportKind } from '#contract/import.ts';
import { foldText } from '#contract/search-text.ts';
import { labelOf } from './fields.ts';

/**
 * Patterns for the names of columns, by field, the most certain first. The first pattern of every field is tried before
 * the second pattern of any field. A column that matches several fields goes to the field that is listed first.
 */
const columnPatterns: Record<ImportKind, Record<string, RegExp[]>> = {
  ideas: {
    createdAt: [
      /^timestamp$/,
      /^created/,
      /^(submitted|sent|received)( (at|on|time|date))?$/,
      /^date/,
    ],
    email: [/e-?mail/],
    title: [/\btitle\b/, /name of (the|your) idea|^idea( name)?$/],
    problemStatement: [/problem/, /challenge|pain point/],
    proposedSolution: [/solution/, /approach|proposal/],
    targetAudience: [/audience|beneficiar|\bwho (would|will|does|could)|for whom/, /target/],
    expectedImpact: [/impact|benefit/, /outcome|get better/],
    requiredExpertise: [/expertise/, /(skills?|roles?) (are |is )?(needed|required)/],
    successMetrics: [/metric/, /measure|success/],
    dependencies: [/dependenc|prerequisite/],
    submitterName: [
      /^(your |full |sender|submitter)? ?(full )?name$/,
      /\bname\b|submitted by|author/,
    ],
    status: [/^(review )?(status|state|stage|decision)$/],
    notes: [/\bnotes?\b/, /\bcomments?\b/],
    answer: [/^(public )?(answer|reply)$/],
  },
  applications: {
    createdAt: [
      /^timestamp$/,
      /^created/,
      /^(submitted|sent|received|applied)( (at|on|time|date))?$/,
      /^date/,
    ],
    email: [/e-?mail/],
    linkedin: [/linked ?in/],
    github: [/git ?hub|git ?lab|code/],
    portfolio: [/portfolio/, /web ?site|homepage/],
    mattermostHandle: [/handle/, /mattermost|slack|chat|nickname/],
    fullName: [/full name|^(your )?name$/, /\bname\b/],
    currentlyInCircle: [/currently|already/],
    meetsRequirements: [/minimum|requirement/, /do you meet/],
    circles: [/circles?\b/],
    role: [/\brole\b|position/],
    experience: [/experience|background/],
    availability: [/availab/, /hours/],
    skills: [/skills?\b/, /technolog/],
    motivation: [/motivat/, /\bwhy\b/],
    status: [/^(review )?(status|state|stage|decision)$/],
    notes: [/\bnotes?\b/, /\bcomments?\b/],
  },
};

/** Normalises a name, so that "submitterName", "submitter_name" and "Submitter name" become equal. */
const normalised = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Proposes columns for the fields: a column with the name of the field, as in the CSV export of this site, otherwise a
 * column with its label, otherwise a column that matches one of its patterns.
 */
export function guess(kind: ImportKind, names: string[]): Record<string, FieldSource> {
  const sources: Record<string, FieldSource> = {};
  const taken = new Set<number>();
  const take = (field: string, matches: (name: string) => boolean) => {
    if (field in sources) return;
    const column = names.findIndex((name, at) => !taken.has(at) && matches(name));
    if (column < 0) return;
    sources[field] = { column };
    taken.add(column);
  };
  const fields = fieldsOf(kind);
  for (const field of fields) take(field, (name) => normalised(name) === normalised(field));
  for (const field of fields)
    take(field, (name) => normalised(name) === normalised(labelOf(kind, field)));
  for (const rank of [0, 1, 2, 3]) {
    for (const [field, patterns] of Object.entries(columnPatterns[kind])) {
      const pattern = patterns[rank];
      if (pattern) take(field, (name) => pattern.test(foldText(name).trim()));
    }
  }
  return sources;
}
