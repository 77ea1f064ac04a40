import { ArrowUpRight } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { BlogSummary } from '#contract/blog.ts';
import type { ManuscriptSummary } from '#contract/manuscript.ts';
import { manuscriptStates } from '#contract/manuscript-states.ts';
import { postPath } from '#contract/pages.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import { type Source, usePrefetch, useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Tags } from '../ui/tags.tsx';
import { useContent } from './parts/content.ts';
import { AddButton, ContentDialogs, ContentList, ContentToolbar } from './parts/content-list.tsx';
import { PageHead } from './parts/page-head.tsx';
import { postEditorPath } from './parts/post-editor.ts';
import { SelectFilter } from './parts/select-filter.tsx';
import { StateBadge, stateNames } from './writing/state-badge.tsx';

/** The query for unpublished texts: drafts, scheduled posts, and changes of published posts. */
const manuscripts: Source<ManuscriptSummary[]> = { path: '/api/admin/manuscripts' };

/** An entry of the list: a published post, or a manuscript that was never published. */
interface Post extends Omit<BlogSummary, 'publishedAt' | 'leadPicture'> {
  publishedAt: string | null;
}

const toPost = ({ id, version, post }: ManuscriptSummary): Post => ({ ...post, id, version });

export default function Blogs() {
  const [, navigate] = useLocation();
  const cache = useQueryCache();
  usePrefetch(manuscripts, sources.blogs);
  const unpublished = useQuery(manuscripts);
  const manuscriptOf = new Map(unpublished.map((each) => [each.blogId ?? each.id, each]));
  const [state, setState] = useSearchParam('state', manuscriptStates);
  const stateOf = ({ id }: Post) => manuscriptOf.get(id)?.state ?? 'published';
  const content = useContent<Post>({
    source: sources.blogs,
    also: unpublished.filter(({ blogId }) => blogId === null).map(toPost),
    kind: 'blog',
    nameOf: (blog) => blog.title || 'Untitled',
    searchedIn: (blog) => `${blog.title}\n${blog.excerpt}`,
    filter: {
      param: 'category',
      label: 'Category',
      all: 'All categories',
      values: blogCategories,
      valueOf: (blog) => blog.category,
    },
    isShown: (blog) => !state || stateOf(blog) === state,
    deletePath: ({ id }) =>
      manuscriptOf.get(id)?.blogId === null
        ? `${manuscripts.path}/${id}`
        : `/api/admin/blogs/${encodeURIComponent(id)}`,
  });
  // Redirects old links with the parameter `edit` to the editor, which is a page of its own now.
  const { editing } = content;
  useEffect(() => {
    if (editing) navigate(postEditorPath(editing), { replace: true });
  }, [editing, navigate]);
  const list = {
    ...content,
    editing: null,
    setEditing: (id: string | null) => navigate(postEditorPath(id ?? 'new')),
    async remove(post: Post) {
      await content.remove(post);
      await cache.refresh(manuscripts.path).catch(() => {});
    },
  };
  return (
    <>
      <PageHead
        title="Blogs"
        about="What the lab tells the world."
        action={<AddButton content={list} />}
      />
      <ContentToolbar content={list} searchLabel="Search title or excerpt">
        <SelectFilter
          label="State"
          all="All states"
          value={state}
          values={manuscriptStates}
          labelOf={(each) => stateNames[each as keyof typeof stateNames]}
          onChange={setState}
        />
      </ContentToolbar>
      <ContentList
        content={list}
        acts={(blog) => {
          if (manuscriptOf.get(blog.id)?.blogId === null) return null;
          return (
            <a
              className={buttonClass({ variant: 'ghost', small: true })}
              href={blog.externalUrl ?? postPath(blog)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`View ${blog.title}`}
            >
              View
              <ArrowUpRight className="i" aria-hidden="true" />
            </a>
          );
        }}
      >
        {(blog) => (
          <>
            <div className="row">
              <PostState manuscript={manuscriptOf.get(blog.id)} />
              <span className="badge category-badge" data-g="none">
                {blog.category}
              </span>
              {blog.featured && (
                <span className="badge" data-g="chev" style={{ '--c': 'var(--accent-text)' }}>
                  Featured
                </span>
              )}
            </div>
            <h2 className="title" dir="auto">
              {blog.title || 'Untitled'}
            </h2>
            <p className="clamp2" dir="auto">
              {blog.excerpt}
            </p>
            <p className="meta">
              {blog.author && <b dir="auto">{blog.author}</b>}
              {blog.publishedAt && (
                <span>
                  <Day date={blog.publishedAt} />
                </span>
              )}
              <span>{blog.readTime} min read</span>
            </p>
            <Tags tags={blog.tags} limit={3} more={(hidden) => `+${hidden} more`} label="Tags" />
          </>
        )}
      </ContentList>
      <ContentDialogs content={list}>{() => null}</ContentDialogs>
    </>
  );
}

/** Shows the state of a manuscript. Shows nothing for a published post without unpublished changes. */
function PostState({ manuscript }: { manuscript: ManuscriptSummary | undefined }) {
  return manuscript ? <StateBadge {...manuscript} /> : null;
}
