import type { App } from '#contract/app.ts';
import type { BlogArticle, BlogSummary } from '#contract/blog.ts';
import type { IdeaLinks } from '#contract/idea.ts';
import { ideaPath } from '#contract/idea-path.ts';
import type { BlogPage } from '#contract/list-page.ts';
import {
  isIndexed,
  podPath,
  postPath,
  prefixOf,
  privatePages,
  projectPath,
  publicPages,
} from '#contract/pages.ts';
import type { Pod } from '#contract/pod.ts';
import { site } from '#site.config.ts';
import { labFeed } from './lab-feed.ts';
import type { Read } from './pages.ts';
import { securityTxt } from './security-txt.ts';
import { enclosure, escapeXml } from './xml.ts';

/** Returns handlers by path: the Atom feeds of the lab and of its blog, sitemaps, robots.txt and security.txt. */
export function createFeeds(read: Read, origin: string): Map<string, () => Promise<Response>> {
  const parts = Array.from({ length: mostParts }, (_, at) => at + 1);
  return new Map([
    ['/feed.xml', () => xml('application/atom+xml', () => labFeed(read, origin))],
    ['/blog/feed.xml', () => xml('application/atom+xml', () => atom(read, origin))],
    ['/sitemap.xml', () => xml('application/xml', () => sitemap(read, origin))],
    ...parts.map((part): [string, () => Promise<Response>] => [
      partPath(part),
      () => xml('application/xml', () => sitemapPart(read, origin, part)),
    ]),
    ['/robots.txt', async () => plainText(robots(origin))],
    ['/.well-known/security.txt', async () => plainText(securityTxt(origin, new Date()))],
  ]);
}

async function xml(type: string, write: () => Promise<string | undefined>): Promise<Response> {
  try {
    const text = await write();
    if (text === undefined) return new Response('There is no such part.', { status: 404 });
    return new Response(`<?xml version="1.0" encoding="utf-8"?>\n${text}\n`, {
      headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' },
    });
  } catch (error) {
    if ((error as { status?: number }).status !== 503) throw error;
    return new Response('The database does not answer.', {
      status: 503,
      headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' },
    });
  }
}

const plainText = (text: string) =>
  new Response(text, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  });

function robots(origin: string): string {
  const paths = ['/admin', '/api/', ...privatePages.map(({ page }) => prefixOf(page))];
  const lines = paths.map((path) => `Disallow: ${path}`);
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Returns the feed of the 20 newest posts with their whole text. */
async function atom(read: Read, origin: string): Promise<string> {
  const { items: posts } = (await read('/api/blogs?view=page&limit=20')) as BlogPage;
  const articles = await Promise.all(
    posts.map(({ id }) => read(`/api/blogs/${encodeURIComponent(id)}`) as Promise<BlogArticle>),
  );
  const updated = posts[0]?.publishedAt ?? `${site.inception}-01T00:00:00.000Z`;
  const entries = articles.map(
    (post) => `  <entry>
    <title>${escapeXml(post.title)}</title>
    <link href="${origin + postPath(post)}"/>
    <id>${origin + postPath(post)}</id>
    <published>${post.publishedAt}</published>
    <updated>${post.publishedAt}</updated>
    <author><name>${escapeXml(post.author || site.name)}</name></author>
    <category term="${escapeXml(post.category)}"/>${enclosure(post, origin)}
    <summary>${escapeXml(post.excerpt)}</summary>
    <content type="html">${escapeXml(withAbsoluteUrls(post.contentHtml, origin))}</content>
  </entry>`,
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${origin}/" xml:lang="${site.language ?? 'en'}">
  <title>${escapeXml(site.name)} blog</title>
  <subtitle>${escapeXml(site.description)}</subtitle>
  <link href="${origin}/blog"/>
  <link rel="self" href="${origin}/blog/feed.xml"/>
  <id>${origin}/blog</id>
  <updated>${updated}</updated>
${entries.join('\n')}
</feed>`;
}

/**
 * Makes the URLs of uploaded pictures absolute, because feed readers show them outside the site. The pattern matches
 * only attributes, because quotes in the text of an article are escaped.
 */
const withAbsoluteUrls = (html: string, origin: string) =>
  html.replace(/ (?:src|srcset)="[^"]*"/g, (attribute) =>
    attribute.replace(/(?<=[" ])\/pictures\//g, `${origin}/pictures/`),
  );

/** Reads the posts page by page, because one long list would block the event loop. `allIdeas` does the same. */
async function allPosts(read: Read): Promise<Pick<BlogSummary, 'id' | 'publishedAt'>[]> {
  const posts: Pick<BlogSummary, 'id' | 'publishedAt'>[] = [];
  for (let before = ''; ; ) {
    const query = new URLSearchParams({ view: 'page', limit: '384', before });
    const { items, hasMore } = (await read(`/api/blogs?${query}`)) as BlogPage;
    posts.push(...items.map(({ id, publishedAt }) => ({ id, publishedAt })));
    before = items.at(-1)?.id ?? '';
    if (!hasMore || !before) return posts;
  }
}

/** Maximum number of URLs in one sitemap file, according to the sitemap protocol. */
const mostInPart = 50_000;
/** Maximum number of sitemap files. URLs that do not fit into these files are left out. */
const mostParts = 9;
const partPath = (part: number) => `/sitemap-${part}.xml`;

interface SitemapEntry {
  url: string;
  date?: string;
}

/** Returns a sitemap with all URLs or, if they are too many for one file, the index of the files that list them. */
async function sitemap(read: Read, origin: string): Promise<string> {
  const entries = await allEntries(read, origin);
  if (entries.length <= mostInPart) return urlSet(entries);
  const parts = Math.min(Math.ceil(entries.length / mostInPart), mostParts);
  const files = Array.from(
    { length: parts },
    (_, at) => `  <sitemap><loc>${origin}${partPath(at + 1)}</loc></sitemap>`,
  );
  return `<sitemapindex xmlns="${sitemapNamespace}">\n${files.join('\n')}\n</sitemapindex>`;
}

async function sitemapPart(read: Read, origin: string, part: number): Promise<string | undefined> {
  const entries = await allEntries(read, origin);
  const listed = entries.slice((part - 1) * mostInPart, part * mostInPart);
  return entries.length > mostInPart && listed.length > 0 ? urlSet(listed) : undefined;
}

async function allIdeas(read: Read): Promise<IdeaLinks['items']> {
  const ideas: IdeaLinks['items'] = [];
  for (let before = ''; ; ) {
    const query = new URLSearchParams({ view: 'links', before });
    const { items, hasMore } = (await read(`/api/ideas?${query}`)) as IdeaLinks;
    ideas.push(...items);
    before = items.at(-1)?.id ?? '';
    if (!hasMore || !before) return ideas;
  }
}

async function allEntries(read: Read, origin: string): Promise<SitemapEntry[]> {
  const posts = await allPosts(read);
  const apps = (await read('/api/apps')) as App[];
  const pods = (await read('/api/pods')) as Pod[];
  const ideas = await allIdeas(read);
  return [
    ...publicPages
      .filter((page) => !page.includes(':id') && isIndexed(page))
      .map((page) => ({ url: origin + page })),
    ...posts.map((post) => ({ url: origin + postPath(post), date: post.publishedAt })),
    ...apps.map((app) => ({ url: origin + projectPath(app) })),
    ...pods.map((pod) => ({ url: origin + podPath(pod) })),
    ...ideas.map((idea) => ({ url: origin + ideaPath(idea), date: idea.createdAt })),
  ];
}

const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function urlSet(entries: SitemapEntry[]): string {
  const lines = entries.map(
    ({ url, date }) =>
      `  <url><loc>${url}</loc>${date ? `<lastmod>${date.slice(0, 10)}</lastmod>` : ''}</url>`,
  );
  return `<urlset xmlns="${sitemapNamespace}">\n${lines.join('\n')}\n</urlset>`;
}
