import { ArrowRight, X } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { BlogSummary } from '#contract/blog.ts';
import type { BlogPage } from '#contract/list-page.ts';
import { postPath } from '#contract/pages.ts';
import { aboutBlog } from '#contract/site/blog.ts';
import { blogCategories } from '#contract/vocabulary.ts';
import * as sources from '../api/sources.ts';
import { differingKinds, type PlateKind } from '../art/plate-kinds.ts';
import { Head } from '../head.tsx';
import { Link } from '../link.tsx';
import { Filters } from '../ui/filters.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Empty } from '../ui/states.tsx';
import { BlogHeading, failureText } from './blog-states.tsx';
import { Category } from './category.tsx';
import { ListResults } from './list-results.tsx';
import { type SearchableList, useListSearch } from './list-search.ts';
import { PostCard, type PostCardProps } from './post-card.tsx';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { StayUpdated } from './stay-updated.tsx';
import { withLanguage } from './with-language.tsx';

const options = [
  { value: '', label: 'All' },
  ...blogCategories.map((category) => ({ value: category, label: withLanguage(category) })),
];

const blogList: SearchableList<BlogPage> = {
  path: '/blog',
  filter: { name: 'category', values: blogCategories },
  source: sources.blogPage,
};

export default function Blog() {
  return (
    <div className="wrap page-top page-end">
      <Head title="Blog" description={aboutBlog} path="/blog" />
      <BlogHeading />
      <SearchablePosts />
      <StayUpdated />
    </div>
  );
}

/** A separate component, so that typing does not render the whole page again. */
function SearchablePosts() {
  const search = useListSearch(blogList);
  const { typed, setTyped, chosen, setChosen, tag, page, links } = search;
  const { items: posts, featured } = page;
  const kinds = useMemo(() => {
    const isApart = featured && !posts.some(({ id }) => id === featured.id);
    return differingKinds(isApart ? [...posts, featured] : posts);
  }, [posts, featured]);
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
        {tag && <ChosenTag tag={tag} />}
      </div>
      {featured && <Featured post={featured} kind={kinds.get(featured.id)} />}
      <h2 className="d3 posts-head">All posts</h2>
      <ListResults noun="post" search={search} failure={failureText}>
        {posts.length === 0 ? (
          <Empty title="No posts found">
            {!typed && !chosen && !tag && !links.newest
              ? 'The first field notes are still being written.'
              : 'Try adjusting your search or filter criteria'}
          </Empty>
        ) : (
          <CardList posts={posts} kinds={kinds} />
        )}
      </ListResults>
    </>
  );
}

/** Shows the selected tag, as a link that removes it. */
function ChosenTag({ tag }: { tag: string }) {
  return (
    <Link className="tag chosen" href="/blog">
      <span className="sr">Only posts with the tag </span>
      <span dir="auto">{tag}</span>
      <X className="i" aria-hidden="true" />
      <span className="sr">: show all posts</span>
    </Link>
  );
}

interface CardListProps {
  posts: BlogSummary[];
  kinds: Map<string, PlateKind>;
}

/** Memoised, so that typing in the search box does not render the list again. */
const CardList = memo(function CardList({ posts, kinds }: CardListProps) {
  return (
    <ul className="grid3 posts">
      {posts.map((post) => (
        <li key={post.id} id={`post-${post.id}`}>
          <PostCard post={post} kind={kinds.get(post.id)} />
        </li>
      ))}
    </ul>
  );
});

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
          <Link href={postPath(post)}>{post.title}</Link>
        </h2>
        <p dir="auto">{post.excerpt}</p>
        <PostMeta post={post} />
        <Link className="link" href={postPath(post)} aria-label={`Read the post: ${post.title}`}>
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
