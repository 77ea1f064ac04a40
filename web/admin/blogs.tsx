import { ArrowUpRight } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { type BlogArticle, BlogChange, BlogDraft } from '#contract/blog.ts';
import { blogCategories, defaultBlogCategory, limits } from '#contract/vocabulary.ts';
import { useQuery, useQueryCache } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Choices, SelectField, TextField } from '../ui/field.tsx';
import { FormContext } from '../ui/form.tsx';
import type { Values } from '../ui/form-values.ts';
import { Tags } from '../ui/tags.tsx';
import { Connections } from './parts/connections.tsx';
import { useContent } from './parts/content.ts';
import { AddButton, ContentDialogs, ContentList, ContentToolbar } from './parts/content-list.tsx';
import { Editor } from './parts/editor.tsx';
import { LeadPictureField, leadDraft, leadLabels, leadValues } from './parts/lead-picture.tsx';
import { MarkdownPictures } from './parts/markdown-pictures.tsx';
import { numberOr } from './parts/number-or.ts';
import { PageHead } from './parts/page-head.tsx';
import { useSaving } from './parts/saving.ts';
import { TagField, tagsOf } from './parts/tag-field.tsx';
import { useRequest } from './request.ts';

export default function Blogs() {
  const content = useContent({
    source: sources.blogs,
    kind: 'blog',
    nameOf: (blog) => blog.title,
    searchedIn: (blog) => `${blog.title}\n${blog.excerpt}`,
    filter: {
      param: 'category',
      label: 'Category',
      all: 'All categories',
      values: blogCategories,
      valueOf: (blog) => blog.category,
    },
  });
  return (
    <>
      <PageHead
        title="Blogs"
        about="What the lab tells the world."
        action={<AddButton content={content} />}
      />
      <ContentToolbar content={content} searchLabel="Search title or excerpt" />
      <ContentList
        content={content}
        acts={(blog) => (
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
      >
        {(blog) => (
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
            <h2 className="title" dir="auto">
              {blog.title}
            </h2>
            <p className="clamp2" dir="auto">
              {blog.excerpt}
            </p>
            <p className="meta">
              <b dir="auto">{blog.author}</b>
              <span>
                <Day date={blog.publishedAt} />
              </span>
              <span>{blog.readTime} min read</span>
            </p>
            <Tags tags={blog.tags} limit={3} more={(hidden) => `+${hidden} more`} label="Tags" />
          </>
        )}
      </ContentList>
      <ContentDialogs content={content}>
        {(blog, onClose) =>
          blog ? (
            <BlogLoader id={blog.id} onClose={onClose} />
          ) : (
            <BlogEditor blog={undefined} onClose={onClose} />
          )
        }
      </ContentDialogs>
    </>
  );
}

/** Reads the article that is edited: the list has none. */
function BlogLoader({ id, onClose }: { id: string; onClose(): void }) {
  return <BlogEditor blog={useQuery(sources.blog(id))} onClose={onClose} />;
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
  ...leadLabels,
};

/** Writes a date for the browser's date and time field, in the local time zone. */
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
  ...leadValues(blog),
});

const empty = (): Values => ({
  category: defaultBlogCategory,
  readTime: '5',
  publishedAt: toLocal(new Date()),
});

function toDraft(values: Values, publishedBefore: string | undefined, now: string) {
  const local = String(values.publishedAt);
  const typed = new Date(local);
  // The field has no seconds: a time that was not changed keeps its own.
  const same = publishedBefore !== undefined && toLocal(new Date(publishedBefore)) === local;
  return {
    ...values,
    tags: tagsOf(values.tags),
    readTime: numberOr(values.readTime, 5),
    featured: (values.featured ?? []).includes('yes'),
    ...leadDraft(values),
    publishedAt: same ? publishedBefore : !local ? now : isoOr(typed, local),
  };
}

/** A date that has no ISO form, such as one of the year 123456, is left for the schema to refuse. */
const isoOr = (date: Date, text: string) =>
  Number.isNaN(date.getTime()) ? text : date.toISOString();

function BlogEditor({ blog, onClose }: { blog: BlogArticle | undefined; onClose(): void }) {
  const cache = useQueryCache();
  /** The time of an empty date, fixed at the first try: a retry must send the same. */
  const now = useRef<string>(undefined);
  const saving = useSaving('blog', blog, valuesOf, async () => {
    await cache.refresh(sources.blogs.path);
    if (!blog) return undefined;
    const { path } = sources.blog(blog.id);
    await cache.refresh(path);
    return (await cache.get(path)) as BlogArticle;
  });
  return (
    <Editor
      {...saving}
      title={blog ? `Edit ${blog.title}` : 'Add blog'}
      size="wide"
      saved={saving.saved ?? { values: empty() }}
      schema={blog ? BlogChange : BlogDraft}
      toDraft={(values) => {
        now.current ??= new Date().toISOString();
        return toDraft(values, blog?.publishedAt, now.current);
      }}
      labels={labels}
      onClose={onClose}
    >
      <TextField name="title" label={labels.title} />
      <TextField name="excerpt" label={labels.excerpt} limit={limits.text} optional lines />
      <div className="two markdown">
        <div>
          <TextField
            name="content"
            label={labels.content}
            help="Markdown: ## headings, *emphasis*, lists, > quotes, ``` code."
            limit={limits.content}
            lines
          />
          <MarkdownPictures field="content" />
        </div>
        <Preview />
      </div>
      <div className="two">
        <TextField name="author" label={labels.author} optional />
        <SelectField name="category" label={labels.category} options={blogCategories} />
        <TextField
          name="publishedAt"
          label={labels.publishedAt}
          type="datetime-local"
          max="9999-12-31T23:59"
          help={`Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`}
          optional
        />
        <TextField name="readTime" label={labels.readTime} type="number" min={1} optional />
      </div>
      <TagField name="tags" label={labels.tags} />
      <LeadPictureField />
      <div className="two">
        <TextField name="imageUrl" label={labels.imageUrl} type="url" optional />
        <TextField name="externalUrl" label={labels.externalUrl} type="url" optional />
      </div>
      <Choices
        name="featured"
        type="checkbox"
        label={labels.featured}
        options={[{ value: 'yes', label: 'Show it first on the blog' }]}
        optional
      />
      {blog && <Connections kind="blogs" id={blog.id} />}
    </Editor>
  );
}

/** The rendered post, debounced while somebody is typing. */
function Preview() {
  const request = useRequest();
  const { values } = use(FormContext);
  const [html, setHtml] = useState('');
  const content = String(values.content ?? '');
  useEffect(() => {
    let late = false;
    const pause = setTimeout(async () => {
      try {
        const answer = await request('POST', '/api/admin/preview', {
          body: { content },
          isRead: true,
        });
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
      <h2 className="d2" dir="auto">
        {String(values.title ?? '') || 'Title'}
      </h2>
      {values.excerpt && (
        <p className="lead" dir="auto">
          {String(values.excerpt)}
        </p>
      )}
      <div
        className="prose"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from Markdown, with no HTML let through
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  );
}
