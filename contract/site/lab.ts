import { site as config } from '#site.config.ts';

/**
 * Each module of this folder exports a part of site.config.ts. vite.config.ts replaces these modules by their values,
 * so that a page loads only the parts that it shows.
 */
const {
  language,
  description,
  blog,
  chat,
  lists,
  words,
  workflow,
  answerDays,
  keepMonths,
  ...lab
} = config;

/** The part that every page loads, with the name, the links and the hours of the lab. */
export const site = lab;
