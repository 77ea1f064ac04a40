import type { BlogSummary } from '#contract/blog.ts';
import { postPath } from '#contract/pages.ts';
import type { PlateKind } from '../art/plate-kinds.ts';
import { Link } from '../link.tsx';
import { Category } from './category.tsx';
import { PostMeta, PostPicture } from './post-parts.tsx';
import { PostTags } from './post-tags.tsx';

export interface PostCardProps {
  post: BlogSummary;
  kind?: PlateKind | undefined;
}

export function PostCard({ post, kind }: PostCardProps) {
  return (
    <article className="card post">
      <PostPicture post={post} kind={kind} />
      <div className="post-body">
        <Category category={post.category} />
        <h3 className="title" dir="auto">
          <Link href={postPath(post)}>{post.title}</Link>
        </h3>
        <p className="clamp3" dir="auto">
          {post.excerpt}
        </p>
        <PostTags tags={post.tags} limit={2} />
        <PostMeta post={post} />
      </div>
    </article>
  );
}
