import { useCallback, useState } from 'react';
import type { BlogSummary } from '#contract/blog.ts';
import { Plate } from '../art/plate.tsx';
import { Day } from '../day.tsx';

/** What the blog's list and its posts share. */

interface PostPictureProps {
  post: BlogSummary;
  width?: number;
  height?: number;
}

/** Its own image, or a plate drawn from its id; both fill the same box. */
export function PostPicture({ post, width = 640, height = 360 }: PostPictureProps) {
  const [broken, setBroken] = useState(false);
  const image = useCallback((element: HTMLImageElement | null) => {
    // It may have failed before the scripts were there to hear of it.
    if (element?.complete && element.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <div className="plate">
      {post.imageUrl && !broken ? (
        <img
          ref={image}
          className="plate-img"
          src={post.imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <Plate seed={post.id} width={width} height={height} />
      )}
    </div>
  );
}

export function PostMeta({ post }: { post: BlogSummary }) {
  return (
    <p className="meta">
      {post.author && <b>{post.author}</b>}
      <span>
        <Day date={post.publishedAt} />
      </span>
      <span>{post.readTime} min read</span>
    </p>
  );
}
