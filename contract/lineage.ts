import { App } from './app.ts';
import * as field from './fields.ts';
import { ideaStatuses, podStatuses } from './vocabulary.ts';
import { z } from './zod.ts';

/** The kinds that staff can connect: ideas, the pods that build them, the apps they became, and posts (`blogs`). */
export const lineageKinds = ['blogs', 'ideas', 'pods', 'apps'] as const;
export type LineageKind = (typeof lineageKinds)[number];

/** The kinds that each kind can be connected with. Apps and pods cannot be connected, because an app has a `podId`. */
export const partnersOf: Record<LineageKind, readonly LineageKind[]> = {
  blogs: ['ideas', 'apps'],
  ideas: ['pods', 'apps', 'blogs'],
  pods: ['ideas'],
  apps: ['ideas', 'blogs'],
};

/** Maximum number of connections of one idea, pod, app or post. */
export const mostConnections = 24;

/** The other end of a connection: the idea, pod, app or post that is, or can be, connected with the current one. */
export const Connection = z
  .object({ kind: z.enum(lineageKinds), id: z.string(), name: z.string() })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;
export const Connections = z.array(Connection);

/** The request to add or remove a connection: its other end. */
export const ConnectionChoice = z
  .object({
    kind: field.oneOf(lineageKinds, 'Choose what to connect.'),
    id: field.requiredText('Choose what to connect.'),
  })
  .meta({ id: 'ConnectionChoice' });
export type ConnectionChoice = z.infer<typeof ConnectionChoice>;

/** The objects connected with an idea, pod, app or post, newest first. The lineage of an idea, pod or app includes the object itself. */
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
    /** The posts that are connected with these ideas and apps; empty in the lineage of a post. */
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

/** The lineage of an app, and the next newer and next older app in the list of projects. */
export const AppLineage = Lineage.extend({
  newer: AppLink.nullable(),
  older: AppLink.nullable(),
}).meta({ id: 'AppLineage' });
export type AppLineage = z.infer<typeof AppLineage>;
