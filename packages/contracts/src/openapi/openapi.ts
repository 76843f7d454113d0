import Type, { type Static, type TObject, type TSchema } from 'typebox';
import * as accountSchemas from '../account/account.schema.ts';
import * as exportSchemas from '../account/account-export.schema.ts';
import * as articleSchemas from '../article/article.schema.ts';
import * as auditSchemas from '../audit/audit.routes.ts';
import * as historySchemas from '../audit/history.routes.ts';
import * as newsletterSchemas from '../newsletter/newsletter.routes.ts';
import { NewsroomArticle, NewsroomCounts } from '../newsroom/newsroom.routes.ts';
import { type ProblemCode, problemCatalogue, problemMediaType } from '../problem/problem.catalogue.ts';
import {
  type Access,
  partsOf,
  type RouteDefinition,
  type RouteHeader,
  routeHeaders,
} from '../routes/route.ts';
import { commonProblems, type Route, routeOf, routes } from '../routes/routes.ts';
import { SearchResult } from '../search/search.routes.ts';
import * as submissionSchemas from '../submission/submission.schema.ts';
import { positionHeader } from '../system/headers.ts';

type Json = { readonly [name: string]: unknown };

/** The body of every error answer (`application/problem+json`); `message` is for the person. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  /** Stable, for programs; one of the catalogue's codes. */
  code: Type.String(),
  message: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type Problem = Static<typeof Problem>;

const named = new Map<unknown, string>(
  Object.entries({
    ...accountSchemas,
    ...exportSchemas,
    ...articleSchemas,
    ...auditSchemas,
    ...historySchemas,
    ...newsletterSchemas,
    ...submissionSchemas,
    NewsroomArticle,
    NewsroomCounts,
    Problem,
    SearchResult,
  }).flatMap(([name, value]) => (Type.IsSchema(value) ? [[value, name] as const] : [])),
);

const security: Readonly<Record<Access, readonly Json[]>> = {
  public: [{}],
  'signed-in': [{ session: [] }],
  admin: [{ session: [] }],
  service: [{ serviceToken: [] }],
  'admin-or-service': [{ session: [] }, { serviceToken: [] }],
};
const accessWords: Readonly<Record<Access, string>> = {
  public: 'Open to everyone.',
  'signed-in': 'For whoever is signed in; not for the service token.',
  admin: 'For administrators.',
  service: 'For programs with the service token.',
  'admin-or-service': 'For administrators, and for programs with the service token.',
};
const tagOfSegment: Readonly<Record<string, string>> = {
  'audit.csv': 'audit',
  auth: 'accounts',
  docs: 'documentation',
  me: 'accounts',
  'openapi.json': 'documentation',
  operations: 'operations',
  stats: 'articles',
};

/** Returns the OpenAPI 3.1 document of the whole API, made from the table of routes. */
export function createOpenApi(): Json {
  const components = new Map<string, Json>();
  const paths: Record<string, Record<string, Json>> = {};
  for (const key of Object.keys(routes) as Route[]) {
    const { method, path } = partsOf(key);
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(key, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The journal',
      version: '1',
      description: `Every error is \`${problemMediaType}\`; \`code\` is stable, \`message\` is for the person.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-journal', description: 'Set by signing in' },
        serviceToken: { type: 'http', scheme: 'bearer', description: 'SERVICE_TOKEN of the installation' },
      },
    },
  };
}

/** Returns the group that a route is shown in. */
export function tagOf(key: Route): string {
  const segment = partsOf(key).path.split('/')[2] ?? '';
  return tagOfSegment[segment] ?? segment;
}

function operationOf(key: Route, components: Map<string, Json>): Json {
  const route = routeOf(key);
  const { method } = partsOf(key);
  const parameters = parametersOf(route, method === 'GET', components);
  const { body, bodyType = 'application/json', bodyOptional } = route;
  return {
    operationId: key
      .toLowerCase()
      .replace(' /api', '')
      .replace(/[^a-z]+/g, '-'),
    tags: [tagOf(key)],
    summary: route.summary,
    description: accessWords[route.access],
    security: security[route.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: bodyOptional !== true,
            content: { [bodyType]: { schema: jsonSchema(body, components) } },
          },
        }
      : {}),
    responses: responsesOf(route, method === 'GET', components),
  };
}

function parametersOf(
  { params = {}, query, headers = [] }: RouteDefinition,
  isRead: boolean,
  components: Map<string, Json>,
): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as Partial<TObject>;
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...Object.entries(params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: jsonSchema(schema, components),
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: (required as readonly string[]).includes(name),
      schema: jsonSchema(schema, components),
    })),
    ...headers
      .filter((name) => routeHeaders[name].in === 'request')
      .map((name) => header(name, routeHeaders[name].means)),
    ...(isRead
      ? [header(positionHeader, 'Of a write: the read waits, at most two seconds, until it shows it')]
      : []),
  ];
}

function responsesOf(route: RouteDefinition, isRead: boolean, components: Map<string, Json>): Json {
  const { headers = [] } = route;
  const answered = headers.filter((name: RouteHeader) => routeHeaders[name].in === 'response');
  const responseHeaders = Object.fromEntries([
    ...answered.map((name) => [name, { description: routeHeaders[name].means, schema: { type: 'string' } }]),
    [
      positionHeader,
      {
        description: 'Where the journal stood, or the position of what was written',
        schema: { type: 'string' },
      },
    ],
  ]);
  const problems = Map.groupBy(
    new Set([...(route.problems ?? []), ...commonProblems(route, isRead)]),
    (code: ProblemCode) => problemCatalogue[code].status,
  );
  return {
    ...Object.fromEntries(
      Object.entries(route.responses).map(([status, body]) => [
        status,
        {
          description: descriptionOf[status] ?? 'Done',
          headers: responseHeaders,
          ...(body === null ? {} : { content: contentOf(body, components) }),
        },
      ]),
    ),
    ...(headers.includes('if-none-match') ? { 304: { description: 'It has not changed' } } : {}),
    ...Object.fromEntries(
      [...problems].map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].message}`).join('\n\n'),
          content: { [problemMediaType]: { schema: jsonSchema(Problem, components) } },
        },
      ]),
    ),
  };
}

const descriptionOf: Readonly<Record<string, string>> = {
  200: 'What was asked for',
  201: 'It was made',
  202: 'It was accepted',
  204: 'Done, with nothing to show',
  303: 'Leads to a page',
};

const contentOf = (body: TSchema | string, components: Map<string, Json>): Json =>
  typeof body === 'string'
    ? { [body]: { schema: { type: 'string' } } }
    : { 'application/json': { schema: jsonSchema(body, components) } };

const ownKeywords = new Set(['message', 'messages', 'default']);
const standardFormat: Readonly<Record<string, string>> = { 'email-address': 'email' };

/** A schema without our own keywords; what has a name is referred to, and kept in `components`. */
function jsonSchema(schema: TSchema, components: Map<string, Json>): Json {
  const name = named.get(schema);
  if (name === undefined) return plain(schema, components) as Json;
  if (!components.has(name)) {
    components.set(name, {});
    components.set(name, plain(schema, components) as Json);
  }
  return { $ref: `#/components/schemas/${name}` };
}

function plain(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((each) => inner(each, components));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
      if (name === 'properties')
        return [
          [
            name,
            Object.fromEntries(
              Object.entries(each as Json).map(([field, one]) => [field, inner(one, components)]),
            ),
          ],
        ];
      if (ownKeywords.has(name) || (name === 'format' && each === 'printable')) return [];
      if (name === 'label') return [['title', each]];
      if (name === 'format') return [[name, standardFormat[String(each)] ?? each]];
      return [[name, inner(each, components)]];
    }),
  );
}

const inner = (value: unknown, components: Map<string, Json>): unknown =>
  named.has(value) ? jsonSchema(value as TSchema, components) : plain(value, components);
