import { type ReactNode, useSyncExternalStore } from 'react';
import { Head } from '../head.tsx';
import { PageLoading } from '../ui/states.tsx';

interface PrivatePageProps {
  title: string;
  description: string;
  /** The heading in a browser without scripts. */
  needsScripts: string;
  /** The text until the page is in a browser. */
  loading: string;
  /** The page itself, which fetches what its address stands for. */
  children(): ReactNode;
}

const never = () => () => {};

/**
 * A page whose address holds a secret. The server sends the same frame for every address, so that no secret is in its
 * cache; the browser fetches the rest.
 */
export function PrivatePage({
  title,
  description,
  needsScripts,
  loading,
  children,
}: PrivatePageProps) {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <>
      <Head title={title} description={description} path={null} />
      {/* Within the site no new document is loaded, and its header would not count. */}
      <meta name="referrer" content="no-referrer" />
      <div className="scripts-off">
        <div className="wrap state">
          <div>
            <h1 className="d3">{needsScripts}</h1>
            <p className="muted">Allow JavaScript for this site, then reload the page.</p>
          </div>
        </div>
      </div>
      {isInBrowser ? children() : <PageLoading text={loading} />}
    </>
  );
}
