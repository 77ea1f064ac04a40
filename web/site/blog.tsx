import { ArrowRight } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import type { BlogSummary } from '#contract/blog.ts';
import type { BlogPage } from '#contract/list-page.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { differingKinds, type PlateKind } from '../art/plate-kinds.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { countText } from '../ui/count-text.ts';
import { Filters } from '../ui/filters.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Alert, Empty } from '../ui/states.tsx';
import { Tags } from '../ui/tags.tsx';
import { BlogHeading, failureText } from './blog-states.tsx';
import { Category } from './category.tsx';
import { ListEnd } from './list-end.tsx';
import { type SearchableList, useListSearch } from './list-search.ts';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { StayUpdated } from './stay-updated.tsx';

const options = [
  { value: '', label: 'All' },
  ...blogCategories.map((category) => ({ value: category, label: category })),
];

const blogList: SearchableList<BlogPage> = {
  path: '/blog',
  filter: { name: 'category', values: blogCategories },
  source: sources.blogPage,
};

export default function Blog() {
  return (
    <div className="wrap page-top page-end">
      <Head
        title="Blog"
        description="What the pods tried, measured and changed their minds about."
        path="/blog"
      />
      <BlogHeading />
      <SearchablePosts />
      <StayUpdated />
    </div>
  );
}

/** A component of its own, so that typing renders this and not the page around it. */
function SearchablePosts() {
  const { typed, setTyped, chosen, setChosen, page, isWaiting, retry, links } =
    useListSearch(blogList);
  const { items: posts, total, isAtLeast, featured } = page;
  const kinds = useMemo(() => {
    const isApart = featured && !posts.some(({ id }) => id === featured.id);
    return differingKinds(isApart ? [...posts, featured] : posts);
  }, [posts, featured]);
  const results = useRef<HTMLElement>(null);
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search posts" value={typed} onChange={setTyped} />
        <Filters
          label="Category"
          name="category"
          options={options}
          chosen={chosen}
          onChoose={setChosen}
        />
      </div>
      {featured && <Featured post={featured} kind={kinds.get(featured.id)} />}
      <h2 className="d3 posts-head">All posts</h2>
      <p className="sr" role="status">
        {retry ? '' : `${countText(total, isAtLeast)} ${total === 1 ? 'post' : 'posts'}`}
      </p>
      <section ref={results} tabIndex={-1} aria-busy={isWaiting}>
        {retry ? (
          <Alert
            title={failureText}
            onRetry={() => {
              results.current?.focus();
              retry();
            }}
          />
        ) : posts.length === 0 ? (
          <Empty title="No posts found">
            {!typed && !chosen && !links.newest
              ? 'The first field notes are still being written.'
              : 'Try adjusting your search or filter criteria'}
          </Empty>
        ) : (
          <CardList posts={posts} kinds={kinds} />
        )}
        {!retry && (
          <ListEnd
            noun="posts"
            links={links}
            shown={posts.length}
            total={countText(total, isAtLeast)}
          />
        )}
      </section>
    </>
  );
}

interface CardListProps {
  posts: BlogSummary[];
  kinds: Map<string, PlateKind>;
}

/** Memoised: typing in the search box does not render the list again. */
const CardList = memo(function CardList({ posts, kinds }: CardListProps) {
  return (
    <ul className="grid3 posts">
      {posts.map((post) => (
        <li key={post.id} id={post.id}>
          <PostCard post={post} kind={kinds.get(post.id)} />
        </li>
      ))}
    </ul>
  );
});

const hrefOf = ({ id }: BlogSummary) => `/blog/${encodeURIComponent(id)}`;

interface PostCardProps {
  post: BlogSummary;
  kind?: PlateKind | undefined;
}

function Featured({ post, kind }: PostCardProps) {
  return (
    <article className="card featured">
      <PostPicture post={post} kind={kind} width={900} height={560} />
      <div className="featured-body">
        <div className="row">
          <Category category={post.category} />
          <FeaturedBadge />
        </div>
        <h2 className="d2" dir="auto">
          <Link href={hrefOf(post)}>{post.title}</Link>
        </h2>
        <p dir="auto">{post.excerpt}</p>
        <PostMeta post={post} />
        <Link className="link" href={hrefOf(post)} aria-label={`Read the post: ${post.title}`}>
          Read the post
          <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </div>
    </article>
  );
}

function FeaturedBadge() {
  return (
    <span className="badge" data-g="chev" style={{ '--c': 'var(--accent-text)' }}>
      Featured
    </span>
  );
}

function PostCard({ post, kind }: PostCardProps) {
  return (
    <article className="card post">
      <PostPicture post={post} kind={kind} />
      <div className="post-body">
        <Category category={post.category} />
        <h3 className="title" dir="auto">
          <Link href={hrefOf(post)}>{post.title}</Link>
        </h3>
        <p className="clamp3" dir="auto">
          {post.excerpt}
        </p>
        <Tags tags={post.tags} limit={2} label="Tags" />
        <PostMeta post={post} />
      </div>
    </article>
  );
}
