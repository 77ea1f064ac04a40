interface TagsProps {
  tags: readonly string[];
  /** The maximum number of tags to show. The number of hidden tags follows, such as "+3". */
  limit?: number;
  more?: (hidden: number) => string;
  label: string;
}

export function Tags({
  tags,
  limit = tags.length,
  more = (hidden) => `+${hidden}`,
  label,
}: TagsProps) {
  if (tags.length === 0) return null;
  const shown = tags.slice(0, limit);
  const hidden = tags.slice(limit);
  return (
    <ul className="tags" aria-label={label}>
      {shown.map((tag, index) =>
        hidden.length > 0 && index === limit - 1 ? (
          <li key={tag} className="tag-last">
            <span className="tag" dir="auto">
              {tag}
            </span>
            <span className="tag tag-more" title={hidden.join(', ')}>
              {more(hidden.length)}
            </span>
          </li>
        ) : (
          <li key={tag} className="tag" dir="auto">
            {tag}
          </li>
        ),
      )}
    </ul>
  );
}
