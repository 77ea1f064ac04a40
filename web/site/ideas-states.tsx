import { Plus } from 'lucide-react';
import { site } from '#contract/site/lab.ts';
import { Plate } from '../art/plate.tsx';
import { Link } from '../link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Alert, PageLoading, type StateProps } from '../ui/states.tsx';

export const failureText = 'Failed to load ideas. Please try again later.';

export function IdeasHeading() {
  return (
    <section className="page-head has-art">
      <div className="wrap">
        <h1 className="d1">Community Ideas</h1>
        <p className="lead">
          Every idea that people have sent in, and what has become of it: waiting, under review,
          approved, in development or rejected.
        </p>
        <Link className={buttonClass({ variant: 'primary' })} href="/submit-idea">
          <Plus className="i" aria-hidden="true" />
          Submit an idea
        </Link>
      </div>
      <Plate seed="ideas" kind="routes" width={700} height={380} />
    </section>
  );
}

export const IdeasLoading = () => (
  <>
    <IdeasHeading />
    <PageLoading text="Loading ideas" />
  </>
);

export const IdeasFailure = ({ onRetry }: StateProps) => (
  <>
    <title>{`Community Ideas · ${site.name}`}</title>
    <IdeasHeading />
    <div className="wrap ideas-failure">
      <Alert title={failureText} onRetry={onRetry} />
    </div>
  </>
);
