import { site } from '#site.config.ts';

export const aboutBlog = site.blog;
