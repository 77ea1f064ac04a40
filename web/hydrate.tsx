import './styles/site.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readOverHttp } from './api/client.ts';
import { QueryCache } from './api/query-cache.ts';
import { Document, type PageState } from './document.tsx';
import { matchRoute } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
// A cached page may serve many addresses: odd spellings of its own, or all that are missing.
state.path = location.pathname;
const cache = new QueryCache(readOverHttp(), state.known);

// Loads the page's own code first, so that hydration does not suspend half way.
await matchRoute(state.path)
  .route.load()
  .catch((error) => {
    // head-script.ts listens: forms then say that they cannot be sent.
    dispatchEvent(new Event('scriptsfailed'));
    throw error;
  });
// A transition hydrates in slices, so that a slow machine keeps answering input.
await new Promise((done) => setTimeout(done));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Document state={state} cache={cache} />
    </StrictMode>,
  );
});
