import { site } from '#site.config.ts';

export const { workflow } = site;
