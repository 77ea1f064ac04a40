import { site } from '#site.config.ts';

/** The description of the blog. */
export const aboutBlog = site.blog;
