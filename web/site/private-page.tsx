import { type ReactNode, useSyncExternalStore } from 'react';
import { Head } from '../head.tsx';
import { PageLoading } from '../ui/states.tsx';

interface PrivatePageProps {
  title: string;
  description: string;
  /** The heading that is shown when scripts are off. */
  noScriptTitle: string;
  /** The text before hydration. */
  loading: string;
  /** Renders the page in the browser, where it fetches the data for the secret. */
  children(): ReactNode;
}

const subscribeToNothing = () => () => {};

/**
 * Shows a page whose path contains a secret. The server sends the same HTML for every secret, so that no secret gets
 * into its cache. The browser fetches the data.
 */
export function PrivatePageFrame({
  title,
  description,
  noScriptTitle,
  loading,
  children,
}: PrivatePageProps) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <>
      <Head title={title} description={description} path={null} />
      {/* Replaces the Referrer-Policy header after a client-side navigation, which loads no document. */}
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
