interface TagsProps {
  tags: readonly string[];
  /** How many are shown; the rest is counted. */
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
  const hidden = tags.length - limit;
  return (
    <ul className="tags" aria-label={label}>
      {tags.slice(0, limit).map((tag) => (
        <li key={tag} className="tag">
          {tag}
        </li>
      ))}
      {hidden > 0 && (
        <li className="tag tag-more" title={tags.slice(limit).join(', ')}>
          {more(hidden)}
        </li>
      )}
    </ul>
  );
}
