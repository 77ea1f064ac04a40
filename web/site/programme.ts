import { site } from '#contract/site/lab.ts';

export const responseTimeText = `We typically respond within ${site.hours.answer} hours`;
