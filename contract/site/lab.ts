import { site as config } from '#site.config.ts';

/**
 * The parts of site.config.ts, each in a module of its own. The build evaluates these modules (vite.config.ts), so that a
 * page loads the parts that it shows and not the whole file.
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

/** Name, links and numbers: needed on every page. */
export const site = lab;
