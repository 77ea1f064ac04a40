import { ArrowUpRight, Plus } from 'lucide-react';
import { Suspense, use, useEffect, useState } from 'react';
import { type BlogArticle, BlogChange, BlogDraft, type BlogSummary } from '#contract/blog.ts';
import { blogCategories, defaultBlogCategory, limits } from '#contract/vocabulary.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { useSearchParam } from '../search-params.ts';
import { Button } from '../ui/button.tsx';
import { Choices, SelectField, TextField } from '../ui/field.tsx';
import { FormContext, type Values } from '../ui/form.tsx';
import { Empty } from '../ui/states.tsx';
import { Tags } from '../ui/tags.tsx';
import { ConfirmDelete } from './parts/confirm-delete.tsx';
import { Editor } from './parts/editor.tsx';
import { useGrowing } from './parts/growing.ts';
import { PageHead } from './parts/page-head.tsx';
import { useAddressParam } from './parts/params.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';
import { asOptions, Toolbar } from './parts/toolbar.tsx';
import { useRequest } from './request.ts';

export default function Blogs() {
  const blogs = useRead(sources.blogs);
  const reads = useReads();
  const request = useRequest();
  const [search, setSearch] = useSearchParam('q');
  const [category, setCategory] = useSearchParam('category');
  const [editing, setEditing] = useAddressParam('edit');
  const [deleting, setDeleting] = useState<BlogSummary>();
  const wanted = search.trim().toLowerCase();
  const found = blogs.filter(
    (blog) =>
      (!category || blog.category === category) &&
      `${blog.title}\n${blog.excerpt}`.toLowerCase().includes(wanted),
  );
  const { shown, hasMore, marker } = useGrowing(found);
  const exists = blogs.some(({ id }) => id === editing);
  return (
    <>
      <PageHead
        title="Blogs"
        about="What the lab tells the world."
        action={
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Plus className="i" aria-hidden="true" />
            Add Blog
          </Button>
        }
      />
      <Toolbar
        search={{ label: 'Search title or excerpt', value: search, onChange: setSearch }}
        filter={{
          label: 'Category',
          all: 'All categories',
          value: category,
          options: asOptions(blogCategories),
          onChange: setCategory,
        }}
      />
      {found.length === 0 && <Empty title="No posts found">Try another search, or add one.</Empty>}
      <ul className="grid3">
        {shown.map((blog) => (
          <li key={blog.id}>
            <article className="card admin-card">
              <div className="row">
                <span className="badge category-badge" data-g="none">
                  {blog.category}
                </span>
                {blog.featured && (
                  <span className="badge" data-g="chev" style={{ '--c': 'var(--accent-text)' }}>
                    Featured
                  </span>
                )}
              </div>
              <h2 className="title">{blog.title}</h2>
              <p className="clamp2">{blog.excerpt}</p>
              <p className="meta">
                <b>{blog.author}</b>
                <span>
                  <Day date={blog.publishedAt} />
                </span>
                <span>{blog.readTime} min read</span>
              </p>
              <Tags tags={blog.tags} limit={3} more={(hidden) => `+${hidden} more`} label="Tags" />
              <div className="card-acts">
                <Button small aria-label={`Edit ${blog.title}`} onClick={() => setEditing(blog.id)}>
                  Edit
                </Button>
                <Button
                  small
                  variant="danger"
                  aria-label={`Delete ${blog.title}`}
                  onClick={() => setDeleting(blog)}
                >
                  Delete
                </Button>
                <a
                  className="btn btn-ghost btn-sm"
                  href={blog.externalUrl ?? `/blog/${encodeURIComponent(blog.id)}`}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`View ${blog.title}`}
                >
                  View
                  <ArrowUpRight className="i" aria-hidden="true" />
                </a>
              </div>
            </article>
          </li>
        ))}
      </ul>
      {hasMore && <div ref={marker} />}
      {editing === 'new' && <BlogEditor blog={undefined} onClose={() => setEditing(null)} />}
      {editing && exists && (
        <Suspense>
          <BlogLoader key={editing} id={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
      {deleting && (
        <ConfirmDelete
          kind="blog"
          name={deleting.title}
          failure="Failed to delete blog"
          onClose={() => setDeleting(undefined)}
          remove={async () => {
            await request('DELETE', `/api/admin/blogs/${encodeURIComponent(deleting.id)}`);
            await reads.refresh(sources.blogs.path);
          }}
        />
      )}
    </>
  );
}

/** The list has no articles; the one that is edited is read when it is needed. */
function BlogLoader({ id, onClose }: { id: string; onClose(): void }) {
  return <BlogEditor blog={useRead(sources.blog(id))} onClose={onClose} />;
}

const labels = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  author: 'Author',
  category: 'Category',
  publishedAt: 'Published',
  readTime: 'Minutes to read',
  tags: 'Tags',
  imageUrl: 'Image link',
  externalUrl: 'Original article',
  featured: 'Featured',
};

/** As the browser's date and time field writes it: in the time zone of whoever looks. */
function toLocal(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const valuesOf = (blog: BlogArticle): Values => ({
  title: blog.title,
  excerpt: blog.excerpt,
  content: blog.content,
  author: blog.author,
  category: blog.category,
  publishedAt: toLocal(new Date(blog.publishedAt)),
  readTime: String(blog.readTime),
  tags: blog.tags.join(','),
  imageUrl: blog.imageUrl ?? '',
  externalUrl: blog.externalUrl ?? '',
  featured: blog.featured ? ['yes'] : [],
});

const empty = (): Values => ({
  category: defaultBlogCategory,
  readTime: '5',
  publishedAt: toLocal(new Date()),
});

function toDraft(values: Values, publishedBefore: string | undefined) {
  const readTime = Number.parseInt(String(values.readTime), 10);
  const local = String(values.publishedAt);
  const typed = local ? new Date(local) : new Date();
  // The field knows minutes only: a time that was not touched keeps its seconds.
  const same = publishedBefore !== undefined && toLocal(new Date(publishedBefore)) === local;
  return {
    ...values,
    tags: tagsOf(values.tags),
    readTime: Number.isFinite(readTime) ? readTime : 5,
    featured: (values.featured ?? []).includes('yes'),
    publishedAt: same ? publishedBefore : typed.toISOString(),
  };
}

function BlogEditor({ blog, onClose }: { blog: BlogArticle | undefined; onClose(): void }) {
  const request = useRequest();
  const reads = useReads();
  const id = blog && encodeURIComponent(blog.id);
  const refresh = async () => {
    await reads.refresh(sources.blogs.path);
    if (blog) await reads.refresh(sources.blog(blog.id).path);
  };
  return (
    <Editor
      title={blog ? `Edit ${blog.title}` : 'Add blog'}
      name={`blog:${blog?.id ?? 'new'}`}
      size="wide"
      initial={blog ? valuesOf(blog) : empty()}
      schema={blog ? BlogChange : BlogDraft}
      toDraft={(values) => toDraft(values, blog?.publishedAt)}
      {...(blog && { version: blog.version })}
      save={async (body, version) => {
        if (id) {
          await request('PUT', `/api/admin/blogs/${id}`, { body, ...(version && { version }) });
        } else {
          await request('POST', '/api/admin/blogs', { body });
        }
        await refresh();
      }}
      readLatest={async () => {
        if (!blog) return undefined;
        await refresh();
        const latest = (await reads.get(sources.blog(blog.id).path)) as BlogArticle;
        return { version: latest.version, values: valuesOf(latest) };
      }}
      labels={labels}
      failure={blog ? 'Failed to update blog' : 'Failed to create blog'}
      onClose={onClose}
    >
      <TextField name="title" label={labels.title} />
      <TextField name="excerpt" label={labels.excerpt} limit={limits.text} optional lines />
      <div className="markdown">
        <TextField
          name="content"
          label={labels.content}
          help="Markdown: ## headings, *emphasis*, lists, > quotes, ``` code."
          limit={limits.content}
          lines
        />
        <Preview />
      </div>
      <div className="two">
        <TextField name="author" label={labels.author} optional />
        <SelectField name="category" label={labels.category} options={blogCategories} />
        <TextField
          name="publishedAt"
          label={labels.publishedAt}
          type="datetime-local"
          help={`Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          optional
        />
        <TextField name="readTime" label={labels.readTime} type="number" min={1} optional />
      </div>
      <TagField name="tags" label={labels.tags} />
      <div className="two">
        <TextField
          name="imageUrl"
          label={labels.imageUrl}
          type="url"
          limit={limits.url}
          placeholder="https://"
          optional
        />
        <TextField
          name="externalUrl"
          label={labels.externalUrl}
          type="url"
          limit={limits.url}
          placeholder="https://"
          optional
        />
      </div>
      <Choices
        name="featured"
        type="checkbox"
        label={labels.featured}
        options={[{ value: 'yes', label: 'Show it first on the blog' }]}
        optional
      />
    </Editor>
  );
}

/** The post as visitors would read it, a moment after the typing stops. */
function Preview() {
  const request = useRequest();
  const { values } = use(FormContext);
  const [html, setHtml] = useState('');
  const content = String(values.content ?? '');
  useEffect(() => {
    let late = false;
    const pause = setTimeout(async () => {
      try {
        const answer = await request('POST', '/api/admin/preview', { body: { content } });
        if (!late) setHtml((answer as { contentHtml: string }).contentHtml);
      } catch {}
    }, 300);
    return () => {
      late = true;
      clearTimeout(pause);
    };
  }, [content, request]);
  return (
    <section className="preview" aria-label="Preview">
      <p className="label">Preview</p>
      <h2 className="d2">{String(values.title ?? '') || 'Title'}</h2>
      {values.excerpt && <p className="lead">{String(values.excerpt)}</p>}
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from Markdown, with no HTML let through
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}
