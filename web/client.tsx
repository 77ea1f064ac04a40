import './styles/site.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { readOverHttp } from './api/client.ts';
import { Reads } from './api/reads.ts';
import { Document, type PageState } from './document.tsx';
import { anywhere, matchRoute } from './routes.tsx';

const state: PageState = JSON.parse(document.getElementById('state')?.textContent ?? '{}');
if (state.path === anywhere) state.path = location.pathname;
const reads = new Reads(readOverHttp(), state.known);

// The page's own code first, so that taking over does not have to wait half way.
await matchRoute(state.path).route.load();
// By itself, and in slices, so that a slow machine goes on answering meanwhile.
await new Promise((done) => setTimeout(done));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Document state={state} reads={reads} />
    </StrictMode>,
  );
});
