import { ArrowRight } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { useSearch } from 'wouter';
import type { BlogSummary } from '#contract/blog.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import { useRead } from '../api/reads.ts';
import * as sources from '../api/sources.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { useGrowing } from '../ui/growing.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty } from '../ui/states.tsx';
import { Tags } from '../ui/tags.tsx';
import { BlogHeading } from './blog-states.tsx';
import { Category } from './category.tsx';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { StayUpdated } from './stay-updated.tsx';

const all = 'all';
/** How many posts the list starts with. */
const first = 48;
const options = [
  { value: all, label: 'All' },
  ...blogCategories.map((category) => ({ value: category, label: category })),
];

export default function Blog() {
  const posts = useRead(sources.blogs);
  const [search, setSearch] = useSearchParam('q');
  const [category, setCategory] = useSearchParam('category');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const shown = useMemo(
    () => posts.filter((post) => (!category || post.category === category) && says(post, wanted)),
    [posts, category, wanted],
  );
  const asked = sources.shownIn(new URLSearchParams(useSearch()));
  const growing = useGrowing(`${category}\n${wanted}`, first);
  const { marker } = growing;
  const count = Math.max(growing.count, asked);
  const near = useMemo(() => shown.slice(0, count), [shown, count]);
  const more = `/blog?${new URLSearchParams({
    ...(wanted && { q: wanted }),
    ...(category && { category }),
    shown: String(count + first * 4),
  })}`;
  const featured = wanted || category ? undefined : posts.find((post) => post.featured);
  return (
    <div className="wrap page-top page-end">
      <Head
        title="Blog"
        description="What the pods tried, measured and changed their minds about."
        path="/blog"
      />
      <BlogHeading />
      <div className="toolbar">
        <SearchBox label="Search posts" value={search} onChange={setSearch} />
        <Filters
          label="Category"
          options={options}
          chosen={category || all}
          onChoose={(value) => setCategory(value === all ? '' : value)}
        />
      </div>
      {featured && <Featured post={featured} />}
      <h2 className="d3 mt-16 mb-6">All posts</h2>
      <p className="sr" role="status">
        {shown.length} {shown.length === 1 ? 'post' : 'posts'}
      </p>
      {shown.length === 0 ? (
        <Empty title="No posts found">
          {posts.length === 0
            ? 'The first field notes are still being written.'
            : 'Try adjusting your search or filter criteria'}
        </Empty>
      ) : (
        <>
          <CardList posts={near} />
          {shown.length > count && (
            <p className="mt-6" ref={marker}>
              <a className={buttonClass()} href={more}>
                Show more posts
              </a>
            </p>
          )}
        </>
      )}
      <StayUpdated />
    </div>
  );
}

/** Drawn again only when the list is another one, not with every key that is typed. */
const CardList = memo(function CardList({ posts }: { posts: BlogSummary[] }) {
  return (
    <ul className="grid3 posts">
      {posts.map((post) => (
        <li key={post.id} className={posts.length < first ? undefined : 'lazily'}>
          <PostCard post={post} />
        </li>
      ))}
    </ul>
  );
});

const says = ({ title, excerpt }: BlogSummary, wanted: string) =>
  wanted === '' || `${title}\n${excerpt}`.toLowerCase().includes(wanted);

const hrefOf = ({ id }: BlogSummary) => `/blog/${encodeURIComponent(id)}`;

function Featured({ post }: { post: BlogSummary }) {
  return (
    <article className="card featured">
      <PostPicture post={post} width={900} height={560} />
      <div className="featured-body">
        <div className="row">
          <Category category={post.category} />
          <FeaturedBadge />
        </div>
        <h2 className="d2">
          <Link href={hrefOf(post)}>{post.title}</Link>
        </h2>
        <p>{post.excerpt}</p>
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

function PostCard({ post }: { post: BlogSummary }) {
  return (
    <article className="card post">
      <PostPicture post={post} />
      <div className="post-body">
        <Category category={post.category} />
        <h3 className="title">
          <Link href={hrefOf(post)}>{post.title}</Link>
        </h3>
        <p className="clamp3">{post.excerpt}</p>
        <Tags tags={post.tags} limit={2} label="Tags" />
        <PostMeta post={post} />
      </div>
    </article>
  );
}
