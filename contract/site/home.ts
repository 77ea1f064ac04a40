import { site } from '#site.config.ts';

export const homeWords = site.words.home;
