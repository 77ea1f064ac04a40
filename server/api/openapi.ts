import { leastFillTime } from '#contract/quarantine.ts';
import { z } from '#contract/zod.ts';
import { errorMeanings } from '../errors.ts';
import type { Route } from './route.ts';

export interface Operation {
  summary: string;
  tags: string[];
  security?: object[];
  parameters: Parameter[];
  requestBody?: {
    required: boolean;
    /** The schema of the first line, if the body is a line of JSON followed by a file. */
    'x-first-line'?: Json;
    content: Record<string, { schema: Json }>;
  };
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
  /** The message for each field that is missing or wrong. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Only with status 500: the id of the request. The log line of the error contains it too. */
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
    ...(route.takesBytes && {
      requestBody: {
        required: true,
        ...(route.firstLine && { 'x-first-line': schemaOf(route.firstLine, 'input') }),
        content: { 'application/octet-stream': { schema: {} } },
      },
    }),
    responses: {
      [route.status]: {
        description: route.status === 204 ? 'Done' : 'Success',
        ...(route.answer && {
          content: {
            'application/json': { schema: schemaOf(route.answer, 'output') },
            ...(route.hasTable && { 'text/csv': { schema: { type: 'string' } } }),
          },
        }),
      },
      ...Object.fromEntries(
        route.errors.map((status) => [
          status,
          {
            description: errorMeanings[status],
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
  const parameters: Parameter[] = [];
  if (route.path.includes(':id')) parameters.push(parameter('path', 'id', 'Its id'));
  for (const [name, { schema, description }] of Object.entries(route.query ?? {})) {
    parameters.push(parameter('query', name, description, schemaOf(schema, 'input')));
  }
  if (route.takesKey) {
    const about = 'The same key with the same body again answers the same and changes nothing';
    parameters.push(parameter('header', 'Idempotency-Key', about));
  }
  if (route.isSubmission) {
    const trap = 'Sent by a form whose hidden field was filled in: it is held back for staff';
    const time = `How long filling in a form took, in ms; below ${leastFillTime} it is held back for staff`;
    parameters.push(
      parameter('header', 'X-Form-Trap', trap),
      parameter('header', 'X-Form-Filled-In', time, { type: 'number' }),
    );
  }
  if (route.errors.includes(412)) {
    const about = 'The version you have seen, in quotes: "3". Without it the last write wins';
    parameters.push(parameter('header', 'If-Match', about));
  }
  return parameters;
}

const parameter = (
  place: Parameter['in'],
  name: string,
  description: string,
  schema: Json = { type: 'string' },
): Parameter => ({ name, in: place, required: place === 'path', description, schema });
