import { site } from '#contract/site/lab.ts';
import { Alert, SkeletonCards, type StateProps } from '../ui/states.tsx';

export function BlogHeading() {
  return (
    <>
      <h1 className="d1">Blog: field notes</h1>
      <p className="lead blog-lead">
        What our pods, the small teams that build prototypes, tried, measured and changed their
        minds about.
      </p>
    </>
  );
}

export const failureText = 'Failed to load blog posts. Please try again later.';

const blogTitle = `Blog · ${site.name}`;

export const BlogLoading = () => (
  <div className="wrap page-top">
    <title>{blogTitle}</title>
    <BlogHeading />
    <div className="blog-state">
      <SkeletonCards count={6} text="Loading blog posts" />
    </div>
  </div>
);

export const BlogFailure = ({ onRetry }: StateProps) => (
  <div className="wrap page-top">
    <title>{blogTitle}</title>
    <BlogHeading />
    <div className="blog-state">
      <Alert title={failureText} onRetry={onRetry} />
    </div>
  </div>
);
