import './styles/site.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readOverHttp } from './api/client.ts';
import { QueryCache } from './api/query-cache.ts';
import { Document, type PageState } from './document.tsx';
import { matchRoute } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
// A cached page may serve many paths, for example all unknown paths, so `state.path` may be that of another request.
state.path = location.pathname;
const cache = new QueryCache(readOverHttp(), state.known);

// Loads the code of this page first, so that hydration does not suspend.
await matchRoute(state.path)
  .route.load()
  .catch((error) => {
    // head-script.ts handles this event: forms then show that they cannot be sent.
    dispatchEvent(new Event('scriptsfailed'));
    throw error;
  });
// Hydrates in a new task and as a transition, which React splits into slices: a slow machine still reacts to input.
await new Promise((done) => setTimeout(done));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Document state={state} cache={cache} />
    </StrictMode>,
  );
});
