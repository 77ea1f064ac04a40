import { postPath } from '#contract/pages.ts';
import { useQuery } from '../api/query-cache.ts';
import * as sources from '../api/sources.ts';
import { differingKinds } from '../art/plate-kinds.ts';
import { Neighbours } from './neighbours.tsx';
import { PostCard } from './post-card.tsx';

/** Shows posts that share tags with a post, and links to its neighbours in the list of posts. */
export function PostAround({ id }: { id: string }) {
  const { newer, older, related } = useQuery(sources.blogAround(id));
  const kinds = differingKinds(related);
  return (
    <>
      {related.length > 0 && (
        <section className="wrap related" aria-labelledby="related-heading">
          <h2 className="d3" id="related-heading">
            Related posts
          </h2>
          <ul className="grid3 posts">
            {related.map((post) => (
              <li key={post.id}>
                <PostCard post={post} kind={kinds.get(post.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Neighbours
        label="Other posts"
        newer={newer && { href: postPath(newer), name: newer.title }}
        older={older && { href: postPath(older), name: older.title }}
      />
    </>
  );
}
