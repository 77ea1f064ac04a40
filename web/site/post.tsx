import { postPath } from '#contract/pages.ts';
import '../styles/post-more.css';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { use, useRef } from 'react';
import type { BlogArticle } from '#contract/blog.ts';
import { site } from '#contract/site/lab.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { Day } from '../day.tsx';
import { breadcrumbs, cardPath, Head, OriginContext } from '../head.tsx';
import { Link, useInnerLinks } from '../link.tsx';
import type { PageProps } from '../page-props.ts';
import { buttonClass } from '../ui/button.tsx';
import { Category } from './category.tsx';
import { takesDropCap } from './drop-cap.ts';
import { LineageStrip } from './lineage.tsx';
import { PostAround } from './post-around.tsx';
import { useCopyButtons } from './post-code.ts';
import { PostContents } from './post-contents.tsx';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { PostTags } from './post-tags.tsx';

export default function Post({ id }: PageProps) {
  const post = useQuery(sources.blog(id));
  const lineage = useQuery(sources.lineage('blogs', post.id));
  const innerLinks = useInnerLinks();
  const article = useRef<HTMLDivElement>(null);
  useCopyButtons(article);
  return (
    <article className="page-end">
      <PostHead post={post} />
      <header className="wrap article-head">
        <Link className="link back" href="/blog">
          <ArrowLeft className="i" aria-hidden="true" />
          Back to Blog
        </Link>
        <div className="row">
          <Category category={post.category} />
          {post.featured && (
            <span className="badge" data-g="chev" style={{ '--c': 'var(--accent-text)' }}>
              Featured
            </span>
          )}
        </div>
        <h1 className="d1" dir="auto">
          {post.title}
        </h1>
        {post.excerpt && (
          <p className="lead" dir="auto">
            {post.excerpt}
          </p>
        )}
        <PostMeta post={post} />
      </header>
      <div className="wrap article-fig">
        <PostPicture post={post} width={1260} height={540} isHead />
      </div>
      <div className="wrap article-grid">
        <PostContents html={post.contentHtml} />
        <div
          {...innerLinks}
          ref={article}
          className={takesDropCap(post.contentHtml) ? 'prose dropcap' : 'prose'}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from Markdown without raw HTML
          dangerouslySetInnerHTML={{ __html: post.contentHtml }}
        />
        <aside className="aside-note" aria-label="About this post">
          {post.author && (
            <dl>
              <dt>Written by</dt>
              <dd dir="auto">{post.author}</dd>
            </dl>
          )}
          <dl>
            <dt>Published</dt>
            <dd>
              <Day date={post.publishedAt} />
            </dd>
          </dl>
          {post.tags.length > 0 && (
            <dl>
              <dt>Tags</dt>
              <dd>
                <PostTags tags={post.tags} />
              </dd>
            </dl>
          )}
        </aside>
        <footer className="article-end">
          <LineageStrip title="What this post is about" lineage={lineage} />
          <p className="row">
            {post.externalUrl ? (
              <a className="link" href={post.externalUrl} target="_blank" rel="noopener noreferrer">
                Read the original article
                <ArrowUpRight className="i" aria-hidden="true" />
              </a>
            ) : (
              <span />
            )}
            <Link className={buttonClass()} href="/blog">
              <ArrowLeft className="i" aria-hidden="true" />
              Back to Blog
            </Link>
          </p>
        </footer>
      </div>
      <PostAround id={id} />
    </article>
  );
}

function PostHead({ post }: { post: BlogArticle }) {
  const origin = use(OriginContext);
  const path = postPath(post);
  const card = cardPath(path, post.version);
  return (
    <Head
      title={post.title}
      description={post.excerpt || post.title}
      path={path}
      card={card}
      type="article"
      data={[
        {
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.excerpt,
          datePublished: post.publishedAt,
          author: { '@type': 'Person', name: post.author || site.name },
          publisher: { '@type': 'Organization', name: site.name, url: origin },
          keywords: post.tags.join(', '),
          mainEntityOfPage: origin + path,
          image: post.imageUrl ?? origin + card,
        },
        breadcrumbs(origin, ['Home', '/'], ['Blog', '/blog'], [post.title, path]),
      ]}
    />
  );
}
