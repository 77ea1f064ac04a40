import { useCallback, useState } from 'react';
import type { BlogSummary } from '#contract/blog.ts';
import { Plate } from '../art/plate.tsx';
import type { PlateKind } from '../art/plate-kinds.ts';
import { Day } from '../day.tsx';
import { LeadImage } from './lead-picture.tsx';

/** Components that the list of posts and the page of a post share. */

interface PostPictureProps {
  post: BlogSummary;
  kind?: PlateKind | undefined;
  width?: number;
  height?: number;
  /** True at the head of the page of a post: its lead picture loads at once, and has its alternative text. */
  isHead?: boolean;
}

/** Shows the lead picture of a post, or its `imageUrl`, or a plate if there is neither or `imageUrl` fails. */
export function PostPicture({
  post,
  kind,
  width = 640,
  height = 360,
  isHead = false,
}: PostPictureProps) {
  const [isBroken, setBroken] = useState(false);
  const noticeEarlyFailure = useCallback((element: HTMLImageElement | null) => {
    // The image may have failed before hydration, when `onError` was not attached yet.
    if (element?.complete && element.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <div className="plate">
      {post.leadPicture ? (
        <LeadImage
          picture={post.leadPicture}
          sizes={`(min-width: ${width}px) ${width}px, 100vw`}
          isHead={isHead}
        />
      ) : post.imageUrl && !isBroken ? (
        <img
          ref={noticeEarlyFailure}
          className="plate-img"
          src={post.imageUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <Plate seed={post.id} kind={kind} width={width} height={height} />
      )}
    </div>
  );
}

export function PostMeta({ post }: { post: BlogSummary }) {
  return (
    <p className="meta">
      {post.author && <b dir="auto">{post.author}</b>}
      <span>
        <Day date={post.publishedAt} />
      </span>
      <span>{post.readTime} min read</span>
    </p>
  );
}
