import { Link } from '../link.tsx';

interface PostTagsProps {
  tags: readonly string[];
  /** The maximum number of tags to show. The number of hidden tags follows, such as "+3". */
  limit?: number;
}

/** Shows the tags of a post. Each is a link to all posts with this tag. */
export function PostTags({ tags, limit = tags.length }: PostTagsProps) {
  if (tags.length === 0) return null;
  const hidden = tags.slice(limit);
  return (
    <ul className="tags" aria-label="Tags">
      {tags.slice(0, limit).map((tag, index) => (
        <li key={tag} className="tag-last">
          <Link className="tag tag-link" href={`/blog?${new URLSearchParams({ tag })}`} dir="auto">
            {tag}
          </Link>
          {hidden.length > 0 && index === limit - 1 && (
            <span className="tag tag-more" title={hidden.join(', ')}>
              +{hidden.length}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
