import { site } from '#site.config.ts';

const { description, words } = site;

export const homeWords = { ...words.home, description };
