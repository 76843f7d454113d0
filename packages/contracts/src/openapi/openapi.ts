import { type Role, rolesWith } from '@journal/events/fields';
import Type, { type Static, type TObject } from 'typebox';
import * as exportSchemas from '../account/account.routes.ts';
import * as accountSchemas from '../account/account.schema.ts';
import * as articleSchemas from '../article/article.schema.ts';
import * as auditSchemas from '../audit/audit.routes.ts';
import * as historySchemas from '../audit/history.routes.ts';
import * as newsletterSchemas from '../newsletter/newsletter.routes.ts';
import { NewsroomArticle, NewsroomCounts } from '../newsroom/newsroom.routes.ts';
import { type ProblemCode, problemCatalogue, problemMediaType } from '../problem/problem.catalogue.ts';
import {
  type Access,
  capabilityFor,
  isForPrograms,
  partsOf,
  type RouteDefinition,
  routeHeaders,
} from '../routes/route.ts';
import { commonProblems, problemsOf, type Route, routeOf, routes } from '../routes/routes.ts';
import { SearchResult } from '../search/search.routes.ts';
import * as submissionSchemas from '../submission/submission.schema.ts';
import { positionHeader } from '../system/position-header.ts';

type Json = { readonly [name: string]: unknown };

/** The body of every error response (`application/problem+json`). `message` is for the user. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  /** Stable code for programs, from the problem catalogue. */
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

const session = { session: [] };
const serviceToken = { serviceToken: [] };
const groups: Readonly<Record<Role, string>> = {
  admin: 'administrators',
  editor: 'editors',
  reviewer: 'reviewers',
  safeguarding: 'safeguarding',
};

/** Returns the names of the groups with the capability that a route requires. */
export function groupsAdmittedTo(access: Access): string[] {
  const capability = capabilityFor(access);
  return capability ? rolesWith(capability).map((role) => groups[role]) : [];
}

function securityOf(access: Access): readonly [description: string, ...security: Json[]] {
  if (access === 'public') return ['Open to everyone.', {}];
  if (access === 'signed-in') return ['For signed-in users; not for the service token.', session];
  const names = groupsAdmittedTo(access).join(', ');
  const isOpen = isForPrograms(access);
  const programs = 'programs with the service token';
  if (!names) return [`For ${programs}.`, serviceToken];
  return isOpen ? [`For ${names}, and for ${programs}.`, session, serviceToken] : [`For ${names}.`, session];
}
const tagOfSegment: Readonly<Record<string, string>> = {
  'audit.csv': 'audit',
  auth: 'accounts',
  docs: 'documentation',
  me: 'accounts',
  'openapi.json': 'documentation',
  operations: 'operations',
  consent: 'submissions',
  preview: 'submissions',
  stats: 'articles',
};

/** Returns the OpenAPI 3.1 document of the whole API, generated from the route table. */
export function createOpenApi(): Json {
  const { schemas, refer } = createReferences();
  const paths: Record<string, Record<string, Json>> = {};
  for (const key of Object.keys(routes) as Route[]) {
    const { method, path } = partsOf(key);
    const template = path.replace(/:(\w+)/g, '{$1}');
    paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(key, refer) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The journal',
      version: '1',
      description: `Every error is \`${problemMediaType}\`; \`code\` is stable, \`message\` is for the user.`,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-journal', description: 'Set by signing in' },
        serviceToken: { type: 'http', scheme: 'bearer', description: 'SERVICE_TOKEN of the installation' },
      },
    },
  };
}

/** Returns the group under which a route is listed. */
export function tagOf(key: Route): string {
  const segment = partsOf(key).path.split('/')[2] ?? '';
  return tagOfSegment[segment] ?? segment;
}

/** Returns a schema as it appears in the document. */
type Refer = (schema: unknown) => unknown;

function operationOf(key: Route, refer: Refer): Json {
  const route = routeOf(key);
  const isRead = partsOf(key).method === 'GET';
  const parameters = parametersOf(route, isRead, refer);
  const [description, ...security] = securityOf(route.access);
  const { body, bodyType = 'application/json', bodyOptional, acceptsForms } = route;
  const types = [bodyType, ...(acceptsForms ? ['application/x-www-form-urlencoded'] : [])];
  const content = body && Object.fromEntries(types.map((type) => [type, { schema: refer(body) }]));
  return {
    operationId: key
      .toLowerCase()
      .replace(' /api', '')
      .replace(/[^a-z]+/g, '-'),
    tags: [tagOf(key)],
    summary: route.summary,
    description,
    security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: bodyOptional !== true, content } } : {}),
    responses: responsesOf(route, isRead, refer),
  };
}

function parametersOf(
  { params = {}, query, headers = [] }: RouteDefinition,
  isRead: boolean,
  refer: Refer,
): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as Partial<TObject>;
  const parametersIn = (place: 'path' | 'query', schemas: Json, needed: readonly string[]) =>
    Object.entries(schemas).map(([name, schema]) => {
      return { name, in: place, required: needed.includes(name), schema: refer(schema) };
    });
  const header = (name: string, description: string) => ({ name, in: 'header', description, schema: text });
  return [
    ...parametersIn('path', params, Object.keys(params)),
    ...parametersIn('query', properties, required),
    ...headers
      .filter((name) => routeHeaders[name].in === 'request')
      .map((name) => header(name, routeHeaders[name].means)),
    ...(isRead
      ? [
          header(
            positionHeader,
            'Position of a write: the read waits, at most two seconds, until it reflects that write',
          ),
        ]
      : []),
  ];
}

const text = { type: 'string' };
const descriptionOf: Readonly<Record<string, string>> = {
  200: 'The requested data',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, no content',
  303: 'Redirects to a page',
};

function responsesOf(route: RouteDefinition, isRead: boolean, refer: Refer): Json {
  const { headers: taken = [], acceptsForms } = route;
  const responses = { ...route.responses, ...(acceptsForms ? { 303: null } : {}) };
  const headers = Object.fromEntries([
    ...taken
      .filter((name) => routeHeaders[name].in === 'response')
      .map((name) => [name, { description: routeHeaders[name].means, schema: text }]),
    [
      positionHeader,
      { description: 'Position of the state that was read, or of the written events', schema: text },
    ],
  ]);
  const problems = Map.groupBy(
    new Set([...problemsOf(route), ...commonProblems(route, isRead)]),
    (code: ProblemCode) => problemCatalogue[code].status,
  );
  const answers = Object.entries(responses).map(([status, body]) => {
    const schema = typeof body === 'string' ? text : refer(body);
    const content = body && { [typeof body === 'string' ? body : 'application/json']: { schema } };
    return [
      status,
      { description: descriptionOf[status] ?? 'Done', headers, ...(content ? { content } : {}) },
    ];
  });
  const refusals = [...problems].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${problemCatalogue[code].message}`).join('\n\n'),
      content: { [problemMediaType]: { schema: refer(Problem) } },
    },
  ]);
  return {
    ...Object.fromEntries(answers),
    ...(taken.includes('if-none-match') ? { 304: { description: 'Not modified' } } : {}),
    ...Object.fromEntries(refusals),
  };
}

const ownKeywords = new Set(['message', 'messages', 'default']);

/**
 * Converts schemas for the document: omits the journal's own keywords, and replaces named schemas by references into
 * `schemas`.
 */
function createReferences() {
  const schemas = new Map<string, Json>();

  function refer(schema: unknown): unknown {
    const name = named.get(schema);
    if (name === undefined) return plain(schema);
    if (!schemas.has(name)) {
      schemas.set(name, {});
      schemas.set(name, plain(schema) as Json);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).flatMap(([name, each]) => keyword(name, each)));
  }

  function keyword(name: string, value: unknown): [string, unknown][] {
    if (name === 'properties') {
      const fields = Object.entries(value as Json).map(([field, schema]) => [field, refer(schema)]);
      return [[name, Object.fromEntries(fields)]];
    }
    if (ownKeywords.has(name) || (name === 'format' && value === 'printable')) return [];
    if (name === 'label') return [['title', value]];
    if (name === 'format' && value === 'email-address') return [[name, 'email']];
    return [[name, refer(value)]];
  }

  return { schemas, refer };
}
