import { site } from '#site.config.ts';

const { topics, ...others } = site.lists;

/** The lists of which visitors choose, as values. The labels of the topics are in forms.ts. */
export const lists = { ...others, topics: topics.map(({ value }) => value) };
