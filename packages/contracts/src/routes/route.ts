import { type Capability, capabilities } from '@journal/events/fields';
import type { Static, TSchema } from 'typebox';
import type { ProblemCode } from '../problem/problem.catalogue.ts';

/**
 * Who may use a route: anyone; signed-in users; programs with the service token; users with a capability; or users with
 * a capability and such programs.
 */
export type Access = 'public' | 'signed-in' | 'service' | Capability | `${Capability}-or-service`;

/** Returns the capability that a route requires; undefined if it requires none. */
export function capabilityFor(access: Access): Capability | undefined {
  const name = access.replace(/-or-service$/, '');
  return Object.hasOwn(capabilities, name) ? (name as Capability) : undefined;
}

/** Whether a route explicitly admits programs with the service token. */
export const isForPrograms = (access: Access): boolean =>
  access === 'service' || access.endsWith('-or-service');

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `GET /api/articles/:id`: method, space, path with parameters. */
export type RouteKey = `${Method} /api/${string}`;

/** Headers with a meaning beyond the rules of HTTP, and their direction. */
export const routeHeaders = {
  'idempotency-key': {
    in: 'request',
    means: 'A repeated request with the same key gets the first response again',
  },
  'if-match': { in: 'request', means: 'ETag of the version that was read; 412 if it has changed since' },
  'if-none-match': { in: 'request', means: 'ETag of an earlier response; 304 if it has not changed' },
  'journal-draft': {
    in: 'request',
    means:
      'ETag of the draft submitted with the request, which is then deleted unless it was saved again meanwhile',
  },
  'last-event-id': { in: 'request', means: 'Position from which an interrupted stream resumes' },
  'content-disposition': { in: 'response', means: 'Name under which a browser saves the file' },
  etag: { in: 'response', means: 'Version of the response' },
  link: { in: 'response', means: 'Address of the next page, rel="next", if there is one' },
  'journal-email': { in: 'response', means: '`unconfirmed` if the account may belong to someone else' },
  'journal-fresh-for': {
    in: 'response',
    means: 'Seconds after which the response differs even without a change, if it will',
  },
  'journal-passkey': {
    in: 'response',
    means: '`required` if the session must present a passkey before it can use the newsroom',
  },
  'journal-password-minutes': {
    in: 'response',
    means: 'Minutes until the temporary password expires, if the session began with one',
  },
  location: { in: 'response', means: 'Address of the created resource' },
} as const;
export type RouteHeader = keyof typeof routeHeaders;

/** The parts of a request that determine what its response depends on. */
export type RequestedResource = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Id of the signed-in user, if the route requires one. */
  readonly userId?: string | undefined;
};

export type RouteDefinition = {
  /** One line for the documentation. */
  readonly summary: string;
  readonly access: Access;
  /** Schemas of path parameters, for the documentation. A value that no resource can have gets a 404, not a 400. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** A GET without a query schema accepts no query string. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Whether the request may omit its body. */
  readonly bodyOptional?: boolean;
  /** Media type of the body if it is not JSON; the route then validates the body itself. */
  readonly bodyType?: string;
  /** Whether the route also accepts form posts, which it answers with a redirect to a page. */
  readonly acceptsForms?: boolean;
  readonly headers?: readonly RouteHeader[];
  /** By status: the schema of a JSON body, the media type of any other body, or null for none. */
  readonly responses: Readonly<Record<number, TSchema | string | null>>;
  /** Problems other than those of its headers (see `problemsOf`) and those common to all routes (`commonProblems`). */
  readonly problems?: readonly ProblemCode[];
  /**
   * Topics of changes after which a GET may return a different response (see `Change`). None: nobody is notified of
   * changes.
   */
  readonly topics?: (resource: RequestedResource) => readonly string[];
};

export type RouteTable = Readonly<Record<RouteKey, RouteDefinition>>;

/** Returns the table unchanged, with the precise type of each route. */
export const defineRoutes = <const Table extends RouteTable>(table: Table): Table => table;

/** Names of a path's parameters. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The type of a schema, or `Otherwise` if there is none. */
export type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;

/** Returns the method and the path of a route. */
export function partsOf(key: RouteKey): { readonly method: Method; readonly path: string } {
  const [method, path = ''] = key.split(' ');
  return { method: method as Method, path };
}
