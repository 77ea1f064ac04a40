import { site } from '#site.config.ts';

const { topics, ...others } = site.lists;

/** The stored values of the lists that people choose from. The labels of the topics are in forms.ts. */
export const lists = { ...others, topics: topics.map(({ value }) => value) };
