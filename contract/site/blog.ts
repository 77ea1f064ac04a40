import { site } from '#site.config.ts';

/** What the blog is about. */
export const aboutBlog = site.blog;
