import { ConnectionChoice, Connections, lineageKinds } from '#contract/lineage.ts';
import { foldSearch } from '#contract/search-text.ts';
import { z } from '#contract/zod.ts';
import { connect, disconnect, findConnectable, listConnections } from '../store/connections.ts';
import { type ApiDeps, actorOf } from './deps.ts';
import { get, post, type Route } from './route.ts';

const searchParameters = {
  q: {
    schema: z.string(),
    description: 'two letters or more of what to connect',
    normalise: foldSearch,
  },
};

/** The routes with which staff connect ideas, pods, apps and posts. A connection can be made from either end. */
export const connectionRoutes = (deps: ApiDeps): Route[] =>
  lineageKinds.flatMap((kind): Route[] => {
    const path = `/api/admin/connections/${kind}`;
    const row = { access: kind, body: ConnectionChoice, answer: Connections };
    return [
      get(
        path,
        {
          access: kind,
          summary: `What can be connected with ${kind}`,
          query: searchParameters,
          answer: Connections,
        },
        ({ query }) => findConnectable(deps, kind, foldSearch(query.get('q') ?? '')),
      ),
      get(
        `${path}/:id`,
        { access: kind, summary: `Connections of one of the ${kind}`, answer: Connections },
        ({ id }) => listConnections(deps.db, kind, id),
      ),
      post(
        `${path}/:id/add`,
        { ...row, summary: `Connect one of the ${kind}` },
        ({ id, body, user, write }) =>
          write(async (tx) => {
            await connect(tx, { kind, id }, body, actorOf(deps, user));
            return listConnections(tx, kind, id);
          }),
      ),
      post(
        `${path}/:id/remove`,
        { ...row, summary: `Disconnect one of the ${kind}` },
        ({ id, body, user, write }) =>
          write(async (tx) => {
            await disconnect(tx, { kind, id }, body, actorOf(deps, user));
            return listConnections(tx, kind, id);
          }),
      ),
    ];
  });
