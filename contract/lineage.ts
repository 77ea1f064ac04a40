import { z } from 'zod';
import { App } from './app.ts';
import * as field from './fields.ts';
import { ideaStatuses, podStatuses } from './vocabulary.ts';

/** The kinds that can be connected: an idea, the pods that took it, the apps it became, and the posts about it. */
export const lineageKinds = ['blogs', 'ideas', 'pods', 'apps'] as const;
export type LineageKind = (typeof lineageKinds)[number];

/** The kinds that each kind is connected with. The pod of an app is a field of the app itself. */
export const partnersOf: Record<LineageKind, readonly LineageKind[]> = {
  blogs: ['ideas', 'apps'],
  ideas: ['pods', 'apps', 'blogs'],
  pods: ['ideas'],
  apps: ['ideas', 'blogs'],
};

/** The most connections of one idea, pod, app or post. */
export const mostConnections = 24;

/** The other end of a connection. */
export const Connection = z
  .object({ kind: z.enum(lineageKinds), id: z.string(), name: z.string() })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;
export const Connections = z.array(Connection);

/** Names what to connect, or what to disconnect. */
export const ConnectionChoice = z
  .object({
    kind: field.oneOf(lineageKinds, 'Choose what to connect.'),
    id: field.requiredText('Choose what to connect.'),
  })
  .meta({ id: 'ConnectionChoice' });
export type ConnectionChoice = z.infer<typeof ConnectionChoice>;

/** The way from idea to prototype that a public page shows, each part newest first. */
export const Lineage = z
  .object({
    ideas: z.array(
      z.object({
        id: field.id(),
        title: z.string(),
        status: z.enum(ideaStatuses),
        createdAt: z.iso.datetime(),
      }),
    ),
    pods: z.array(z.object({ id: z.string(), name: z.string(), status: z.enum(podStatuses) })),
    apps: z.array(App),
    /** Posts about these ideas and apps; empty for a post itself. */
    posts: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        category: z.string(),
        publishedAt: z.iso.datetime(),
        readTime: z.int(),
      }),
    ),
  })
  .meta({ id: 'Lineage' });
export type Lineage = z.infer<typeof Lineage>;

const AppLink = z.object({ id: z.string(), name: z.string() });

/** The lineage of an app, with its neighbours in the list of projects. */
export const AppLineage = Lineage.extend({
  newer: AppLink.nullable(),
  older: AppLink.nullable(),
}).meta({ id: 'AppLineage' });
export type AppLineage = z.infer<typeof AppLineage>;
