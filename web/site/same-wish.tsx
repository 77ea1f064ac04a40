import type { IdeaLink } from '#contract/idea.ts';
import { ideaPath } from '#contract/idea-path.ts';
import { Link } from '../link.tsx';

/** Links from a duplicate to the idea that it duplicates. */
export function SameWish({ idea }: { idea: IdeaLink | null }) {
  if (!idea) return null;
  return (
    <p className="same-wish">
      <span className="label">The same wish as</span>
      <Link className="link" href={ideaPath(idea)}>
        <bdi>{idea.title}</bdi>
      </Link>
      <span className="help">What becomes of the wish is shown there.</span>
    </p>
  );
}
