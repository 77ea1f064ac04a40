import { site } from '#site.config.ts';

/** The language of the lab's own words; undefined if they are in English, as the pages around them. */
export const ownLanguage = site.language === 'en' ? undefined : site.language;
