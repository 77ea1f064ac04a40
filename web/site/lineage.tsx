import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ideaPath } from '#contract/idea-path.ts';
import type { Lineage } from '#contract/lineage.ts';
import { podPath, postPath, projectPath } from '#contract/pages.ts';
import { Day } from '../day.tsx';
import { Link } from '../link.tsx';

interface LineageStripProps {
  lineage: Lineage;
  title: string;
  /** The id of the idea or app that the page is about. Its name is a link only in the step "Live", to the demo. */
  own?: string;
}

/** Shows the steps from the idea to the live prototype. Renders nothing if there is no step besides `own`. */
export function LineageStrip({ lineage: { ideas, pods, apps }, title, own }: LineageStripProps) {
  if (![...ideas, ...pods, ...apps].some(({ id }) => id !== own)) return null;
  const live = apps.filter(({ status }) => status === 'Live');
  return (
    <section className="lineage" aria-labelledby="lineage-heading">
      <h2 className="h-sub" id="lineage-heading">
        {title}
      </h2>
      <ol>
        {ideas.length > 0 && (
          <Stop
            label="Idea"
            own={own}
            items={ideas.map((idea) => ({ id: idea.id, name: idea.title, href: ideaPath(idea) }))}
          />
        )}
        <Stop label="Pod" own={own} items={pods.map((pod) => ({ ...pod, href: podPath(pod) }))} />
        <Stop
          label="Prototype"
          own={own}
          items={apps.map((app) => ({ ...app, href: projectPath(app) }))}
        />
        <Stop
          label="Live"
          own={undefined}
          items={live.map(({ id, name, demoUrl }) => ({
            id,
            name,
            href: demoUrl,
            isOutside: true,
          }))}
        />
      </ol>
    </section>
  );
}

interface Item {
  id: string;
  name: string;
  href: string | null;
  isOutside?: boolean;
}

interface StopProps {
  label: string;
  items: Item[];
  own: string | undefined;
}

function Stop({ label, items, own }: StopProps) {
  return (
    <li data-ahead={items.length === 0 || undefined}>
      <span className="label">{label}</span>
      {items.length === 0 && <span className="muted">Not yet</span>}
      {items.map((item) => (
        <StopName key={item.id} item={item} isOwn={item.id === own} />
      ))}
    </li>
  );
}

function StopName({ item: { name, href, isOutside }, isOwn }: { item: Item; isOwn: boolean }) {
  if (isOwn || !href) {
    return (
      <b dir="auto" aria-current={isOwn ? 'page' : undefined}>
        {name}
      </b>
    );
  }
  if (isOutside) {
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer" dir="auto">
        {name}
        <ArrowUpRight className="i i-up" aria-hidden="true" />
      </a>
    );
  }
  return (
    <Link className="link" href={href}>
      <bdi>{name}</bdi>
    </Link>
  );
}

interface LinkedListProps {
  title: string;
  /** Without items the list renders nothing. */
  items: { id: string; name: string; href: string; about: ReactNode }[];
}

function LinkedList({ title, items }: LinkedListProps) {
  if (items.length === 0) return null;
  return (
    <section className="linked">
      <h2 className="h-sub">{title}</h2>
      <ul>
        {items.map(({ id, name, href, about }) => (
          <li key={id}>
            <Link className="link" href={href}>
              <bdi>{name}</bdi>
            </Link>
            <span className="meta">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const LinkedPosts = ({ title, posts }: { title: string; posts: Lineage['posts'] }) => (
  <LinkedList
    title={title}
    items={posts.map(({ id, title: name, publishedAt, readTime }) => ({
      id,
      name,
      href: postPath({ id }),
      about: (
        <>
          <span>
            <Day date={publishedAt} />
          </span>
          <span>{readTime} min read</span>
        </>
      ),
    }))}
  />
);

export const LinkedIdeas = ({ title, ideas }: { title: string; ideas: Lineage['ideas'] }) => (
  <LinkedList
    title={title}
    items={ideas.map((idea) => ({
      id: idea.id,
      name: idea.title,
      href: ideaPath(idea),
      about: (
        <span>
          Proposed on <Day date={idea.createdAt} />
        </span>
      ),
    }))}
  />
);
