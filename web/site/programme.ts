import { site } from '#contract/site/lab.ts';

/** The promised time of an answer to people who write to the lab. */
export const responsePromise = `We typically respond within ${site.hours.answer} hours`;
