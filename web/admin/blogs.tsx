import { ArrowUpRight } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { type BlogArticle, BlogChange, BlogDraft } from '#contract/blog.ts';
import { blogCategories, defaultBlogCategory, limits } from '#contract/vocabulary.ts';
import { useRead, useReads } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Choices, SelectField, TextField } from '../ui/field.tsx';
import { FormContext, type Values } from '../ui/form.tsx';
import { Tags } from '../ui/tags.tsx';
import { ContentPage, useSaving } from './parts/content.tsx';
import { Editor } from './parts/editor.tsx';
import { TagField, tagsOf } from './parts/tag-field.tsx';
import { useRequest } from './request.ts';

export default function Blogs() {
  return (
    <ContentPage
      source={sources.blogs}
      kind="blog"
      title="Blogs"
      about="What the lab tells the world."
      searchLabel="Search title or excerpt"
      textOf={(blog) => `${blog.title}\n${blog.excerpt}`}
      nameOf={(blog) => blog.title}
      filter={{
        label: 'Category',
        param: 'category',
        all: 'All categories',
        values: blogCategories,
      }}
      filterOf={(blog) => blog.category}
      card={(blog) => (
        <>
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
        </>
      )}
      moreActs={(blog) => (
        <a
          className={buttonClass({ variant: 'ghost', small: true })}
          href={blog.externalUrl ?? `/blog/${encodeURIComponent(blog.id)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`View ${blog.title}`}
        >
          View
          <ArrowUpRight className="i" aria-hidden="true" />
        </a>
      )}
      editor={(blog, onClose) =>
        blog ? (
          <BlogLoader id={blog.id} onClose={onClose} />
        ) : (
          <BlogEditor blog={undefined} onClose={onClose} />
        )
      }
    />
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
  const reads = useReads();
  const saving = useSaving('blog', blog, valuesOf, async () => {
    await reads.refresh(sources.blogs.path);
    if (!blog) return undefined;
    const { path } = sources.blog(blog.id);
    await reads.refresh(path);
    return (await reads.get(path)) as BlogArticle;
  });
  return (
    <Editor
      {...saving}
      title={blog ? `Edit ${blog.title}` : 'Add blog'}
      size="wide"
      initial={blog ? valuesOf(blog) : empty()}
      schema={blog ? BlogChange : BlogDraft}
      toDraft={(values) => toDraft(values, blog?.publishedAt)}
      labels={labels}
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
