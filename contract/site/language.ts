import { site } from '#site.config.ts';

/** The language of the texts in site.config.ts; undefined if it is `en`, like the rest of the pages. */
export const ownLanguage = site.language === 'en' ? undefined : site.language;
