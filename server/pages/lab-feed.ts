import type { IdeaChanges } from '#contract/idea.ts';
import { ideaPath } from '#contract/idea-path.ts';
import type { BlogPage } from '#contract/list-page.ts';
import type { LogEntry } from '#contract/log.ts';
import type { Milestone } from '#contract/milestone.ts';
import { podPath, postPath } from '#contract/pages.ts';
import type { IdeaStatus } from '#contract/vocabulary.ts';
import { site } from '#site.config.ts';
import type { Read } from './pages.ts';
import { enclosure, escapeXml } from './xml.ts';

/**
 * Maximum number of posts, of milestones, and of log entries. Each kind has its own limit, so that many entries of one
 * kind do not displace the other kinds. The API limits the number of status changes of ideas.
 */
const mostPerKind = 20;

interface Entry {
  /** Must not change with the title, because feed readers recognise an entry by its id. */
  id: string;
  url: string;
  title: string;
  text: string;
  author?: string;
  /** The XML of a `<link rel="enclosure">` to the picture. */
  picture?: string;
  kind: 'post' | 'milestone' | 'log' | 'idea';
  at: string;
}

/** Returns the Atom feed of the whole lab: posts, milestones, the flight log, and ideas that changed their status. */
export async function labFeed(read: Read, origin: string): Promise<string> {
  const [posts, milestones, log, changes] = (await Promise.all([
    read(`/api/blogs?view=page&limit=${mostPerKind}`),
    read('/api/milestones'),
    read(`/api/log?limit=${mostPerKind}`),
    read('/api/ideas?view=changes'),
  ])) as [BlogPage, Milestone[], LogEntry[], IdeaChanges];
  const entries = [
    ...posts.items.map((post): Entry => {
      const url = origin + postPath(post);
      const author = post.author || site.name;
      const { title, excerpt, publishedAt } = post;
      const picture = enclosure(post, origin);
      return { id: url, url, title, text: excerpt, author, picture, kind: 'post', at: publishedAt };
    }),
    ...milestones.slice(-mostPerKind).map(
      ({ id, title, description, date }): Entry => ({
        id: `${origin}/#milestone-${id}`,
        url: `${origin}/#journey`,
        title: `Milestone: ${title}`,
        text: description,
        kind: 'milestone',
        at: `${date}T00:00:00.000Z`,
      }),
    ),
    ...log.map(({ id, podId, podName, text, createdAt }): Entry => {
      const url = `${origin}${podPath({ id: podId })}#log-${id}`;
      return { id: url, url, title: `Flight log of ${podName}`, text, kind: 'log', at: createdAt };
    }),
    ...changes.items.map(
      ({ id, title, status, at }): Entry => ({
        id: `${origin}/ideas/${id}#${at}`,
        url: origin + ideaPath({ id, title }),
        title: `Idea ${statusNames[status]}: ${title}`,
        text: `The idea “${title}” is ${statusNames[status]}.`,
        kind: 'idea',
        at,
      }),
    ),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  return `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${origin}/" xml:lang="${site.language ?? 'en'}">
  <title>${escapeXml(site.name)}</title>
  <subtitle>${escapeXml(site.description)}</subtitle>
  <link href="${origin}/"/>
  <link rel="self" href="${origin}/feed.xml"/>
  <id>${origin}/</id>
  <updated>${entries[0]?.at ?? `${site.inception}-01T00:00:00.000Z`}</updated>
${entries.map(entryXml).join('\n')}
</feed>`;
}

const statusNames: Record<IdeaStatus, string> = {
  pending: 'waiting for review',
  under_review: 'under review',
  approved: 'approved',
  in_development: 'in development',
  rejected: 'rejected',
};

const entryXml = ({
  id,
  url,
  title,
  text,
  author = site.name,
  picture = '',
  kind,
  at,
}: Entry) => `  <entry>
    <title>${escapeXml(title)}</title>
    <link href="${escapeXml(url)}"/>
    <id>${escapeXml(id)}</id>
    <published>${at}</published>
    <updated>${at}</updated>
    <author><name>${escapeXml(author)}</name></author>
    <category term="${kind}"/>${picture}
    <summary>${escapeXml(text)}</summary>
  </entry>`;
