import { ArrowRight } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { useSearch } from 'wouter';
import type { BlogSummary } from '#contract/blog.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { differingKinds, type PlateKind } from '../art/plate-kinds.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { useSearchParam } from '../search-params.ts';
import { buttonClass } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty } from '../ui/states.tsx';
import { Tags } from '../ui/tags.tsx';
import { BlogHeading } from './blog-states.tsx';
import { Category } from './category.tsx';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { StayUpdated } from './stay-updated.tsx';

const options = [
  { value: '', label: 'All' },
  ...blogCategories.map((category) => ({ value: category, label: category })),
];

export default function Blog() {
  const posts = useQuery(sources.blogs);
  const [search, setSearch] = useSearchParam('q');
  const [category, setCategory] = useSearchParam('category', blogCategories);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const shown = useMemo(
    () => posts.filter((post) => (!category || post.category === category) && says(post, wanted)),
    [posts, category, wanted],
  );
  const count = sources.shownIn(new URLSearchParams(useSearch()));
  const near = useMemo(() => shown.slice(0, count), [shown, count]);
  const more = `/blog?${new URLSearchParams({
    ...(wanted && { q: wanted }),
    ...(category && { category }),
    shown: String(count * 2),
  })}`;
  const kinds = useMemo(() => differingKinds(posts), [posts]);
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
          name="category"
          options={options}
          chosen={category}
          onChoose={setCategory}
        />
      </div>
      {featured && <Featured post={featured} kind={kinds.get(featured.id)} />}
      <h2 className="d3 posts-head">All posts</h2>
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
          <CardList posts={near} kinds={kinds} />
          {shown.length > count && (
            <p>
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

const says = ({ title, excerpt }: BlogSummary, wanted: string) =>
  wanted === '' || `${title}\n${excerpt}`.toLowerCase().includes(wanted);

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
