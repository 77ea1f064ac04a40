import { type ReactNode, useSyncExternalStore } from 'react';
import { Head } from '../head.tsx';
import { PageLoading } from '../ui/states.tsx';

interface PrivatePageProps {
  title: string;
  description: string;
  /** The heading when scripts are off. */
  noScriptTitle: string;
  /** The text before hydration. */
  loading: string;
  /** Renders the page, which fetches the data for the secret. Runs only in the browser. */
  children(): ReactNode;
}

const never = () => () => {};

/**
 * Shows a page whose path contains a secret. The server sends the same frame for every secret, so that no secret is in
 * its cache; the browser fetches the data.
 */
export function PrivatePage({
  title,
  description,
  noScriptTitle,
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
      {/* A client-side navigation loads no document, so a Referrer-Policy header would have no effect. */}
      <meta name="referrer" content="no-referrer" />
      <div className="scripts-off">
        <div className="wrap state">
          <div>
            <h1 className="d3">{noScriptTitle}</h1>
            <p className="muted">Allow JavaScript for this site, then reload the page.</p>
          </div>
        </div>
      </div>
      {isInBrowser ? children() : <PageLoading text={loading} />}
    </>
  );
}
