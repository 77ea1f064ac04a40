import { site as config } from '#site.config.ts';

/**
 * Each module of this folder exports one part of site.config.ts. The build replaces these modules by their values
 * (vite.config.ts), so that a page loads only the parts that it shows.
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
