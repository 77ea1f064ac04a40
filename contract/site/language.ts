import { site } from '#site.config.ts';

/** The language of the texts in site.config.ts; undefined if it is missing or `en`, the language of the pages. */
export const ownLanguage = site.language === 'en' ? undefined : site.language;
