import { site } from '#site.config.ts';

/** Says what the blog is about. */
export const aboutBlog = site.blog;
