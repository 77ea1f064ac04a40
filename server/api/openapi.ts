import { z } from 'zod';
import { leastFillTime } from '#contract/quarantine.ts';
import type { Route } from './route.ts';

export interface Operation {
  summary: string;
  tags: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: Json } } };
  responses: Record<string, { description: string; content?: object }>;
  'x-access': string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Json;
}

type Json = Record<string, unknown>;

export interface OpenApi {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
}

/** The document is made from the routes and the contract's schemas: it cannot say anything else. */
export function openApi(routes: Route[], siteName: string): OpenApi {
  const schemas: Record<string, Json> = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
    });
    const rename = (value: unknown): Json =>
      JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/'));
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...named } = rename(definition);
      schemas[name] = named;
    }
    return rename(properties?.it);
  };
  schemas.Error = schemaOf(ErrorBody, 'output');

  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const path = route.path.replace(':id', '{id}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route, schemaOf);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: `${siteName} API`,
      version: '1',
      description: 'Errors are JSON: {"error": "text", "fields": {"email": "text"}}.',
    },
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const ErrorBody = z.object({
  error: z.string(),
  /** Only where fields are missing or wrong. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Only where we failed: say it when you report it. */
  requestId: z.string().optional(),
});

const tagOf = ({ access, path }: Route) => {
  if (access === 'public') return path.startsWith('/api/admin/') ? 'session' : 'public';
  return access === 'signed-in' || access === 'settings' ? 'session' : access;
};

function operation(
  route: Route,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Operation {
  return {
    summary: route.summary,
    tags: [tagOf(route)],
    'x-access': route.access,
    ...(route.access !== 'public' && { security: [{ token: [] }] }),
    parameters: parametersOf(route, schemaOf),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
      },
    }),
    responses: {
      [route.status]: {
        description: route.status === 204 ? 'Done' : 'Success',
        ...(route.answer && {
          content: { 'application/json': { schema: schemaOf(route.answer, 'output') } },
        }),
      },
      ...Object.fromEntries(
        refusalsOf(route).map(([status, description]) => [
          status,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}

function parametersOf(
  route: Route,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Parameter[] {
  const text = { type: 'string' };
  const parameters: Parameter[] = [];
  if (route.path.includes(':id')) {
    parameters.push({
      name: 'id',
      in: 'path',
      required: true,
      description: 'Its id',
      schema: text,
    });
  }
  for (const [name, { schema, description }] of Object.entries(route.query ?? {})) {
    parameters.push({
      name,
      in: 'query',
      required: false,
      description,
      schema: schemaOf(schema, 'input'),
    });
  }
  if (route.idempotent) {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key with the same body again answers the same and creates nothing',
      schema: text,
    });
    parameters.push(
      {
        name: 'X-Form-Trap',
        in: 'header',
        required: false,
        description: 'Sent by a form whose hidden field was filled in: it is held back for staff',
        schema: text,
      },
      {
        name: 'X-Form-Filled-In',
        in: 'header',
        required: false,
        description: `How long filling in a form took, in ms; below ${leastFillTime} it is held back for staff`,
        schema: { type: 'number' },
      },
    );
  }
  if (isEdit(route)) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The version you have seen, in quotes: "3". Without it the last write wins',
      schema: text,
    });
  }
  return parameters;
}

/** What has a version. */
const isEdit = ({ method, path, access }: Route) =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) &&
  path.startsWith('/api/admin/') &&
  access !== 'quarantine';

function refusalsOf(route: Route): [status: number, description: string][] {
  const rows: [number, string, boolean][] = [
    [400, 'The JSON is malformed', route.body !== undefined],
    [
      401,
      'The token, or the username and password, are not good',
      route.access !== 'public' || route.path.endsWith('/login'),
    ],
    [403, 'The role does not open this', route.access !== 'public' && route.access !== 'signed-in'],
    [404, 'There is no such thing', route.path.includes(':id')],
    [
      409,
      'It collides with what is there',
      route.idempotent || (route.method !== 'GET' && ['users', 'settings'].includes(route.access)),
    ],
    [412, 'If-Match does not hold: somebody was quicker', isEdit(route)],
    [413, 'The body is over its limit', route.body !== undefined],
    [415, 'The body is not JSON', route.body !== undefined],
    [422, 'Fields are missing or wrong; `fields` says which and why', route.body !== undefined],
    [
      429,
      'Too many; Retry-After says when to come back',
      route.idempotent || route.path.endsWith('/login'),
    ],
    [500, 'We failed; `requestId` tells us where to look', true],
    [503, 'The database is away; Retry-After says when to come back', true],
  ];
  return rows.filter(([, , applies]) => applies).map(([status, text]) => [status, text]);
}
