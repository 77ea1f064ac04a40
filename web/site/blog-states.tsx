import { site } from '#site.config.ts';
import { Alert, SkeletonCards, type StateProps } from '../ui/states.tsx';

export function BlogHeading() {
  return (
    <>
      <h1 className="d1">Field notes</h1>
      <p className="lead mt-4 max-w-xl">
        What the pods tried, measured and changed their minds about.
      </p>
    </>
  );
}

const blogTitle = `Blog · ${site.name}`;

export const BlogLoading = () => (
  <div className="wrap page-top">
    <title>{blogTitle}</title>
    <BlogHeading />
    <div className="mt-10">
      <SkeletonCards count={6} text="Loading blog posts" />
    </div>
  </div>
);

export const BlogFailure = ({ onRetry }: StateProps) => (
  <div className="wrap page-top">
    <title>{blogTitle}</title>
    <BlogHeading />
    <div className="mt-10">
      <Alert title="Failed to load blog posts. Please try again later." onRetry={onRetry} />
    </div>
  </div>
);
