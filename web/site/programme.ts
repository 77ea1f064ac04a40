import { site } from '#contract/site/lab.ts';

export const responsePromise = `We typically respond within ${site.hours.answer} hours`;
