import { type Capability, capabilities } from '@journal/events/fields';
import type { Static, TSchema } from 'typebox';
import type { ProblemCode } from '../problem/problem.catalogue.ts';

/**
 * Who may use a route: anybody; whoever is signed in; programs with the service token; whoever has a capability; these and
 * such programs.
 */
export type Access = 'public' | 'signed-in' | 'service' | Capability | `${Capability}-or-service`;

/** Returns the capability that a route is for; undefined where it asks for none. */
export function capabilityFor(access: Access): Capability | undefined {
  const name = access.replace(/-or-service$/, '');
  return Object.hasOwn(capabilities, name) ? (name as Capability) : undefined;
}

/** Whether programs with the service token may use a route because it says so. */
export const isForPrograms = (access: Access): boolean =>
  access === 'service' || access.endsWith('-or-service');

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `GET /api/articles/:id`: method, space, path with its parameters. */
export type RouteKey = `${Method} /api/${string}`;

/** The headers that mean something beyond HTTP's own rules, and in which direction. */
export const routeHeaders = {
  'idempotency-key': {
    in: 'request',
    means: 'The same key with the same request gives the first answer again',
  },
  'if-match': { in: 'request', means: 'The ETag of what was read; 412 where someone else was faster' },
  'if-none-match': { in: 'request', means: 'The ETag of an earlier answer; 304 where it has not changed' },
  'journal-draft': {
    in: 'request',
    means:
      'The ETag of the draft that is sent with this, which is deleted then unless it was saved anew meanwhile',
  },
  'last-event-id': { in: 'request', means: 'Where a stream that broke off goes on' },
  'content-disposition': { in: 'response', means: 'The name under which a browser saves the file' },
  etag: { in: 'response', means: 'The version of what was answered' },
  link: { in: 'response', means: 'The address of the next page, rel="next", where there is one' },
  'journal-email': { in: 'response', means: '`unconfirmed` where the account may be somebody else’s' },
  'journal-fresh-for': {
    in: 'response',
    means: 'The seconds after which the answer is another, where it will be without a change',
  },
  'journal-passkey': {
    in: 'response',
    means: '`required` where the session has to show a passkey before the newsroom answers',
  },
  'journal-password-minutes': {
    in: 'response',
    means: 'Where the session began with a temporary password: the minutes until that expires',
  },
  location: { in: 'response', means: 'The address of what was made' },
} as const;
export type RouteHeader = keyof typeof routeHeaders;

/** What of a request decides what its answer depends on. */
export type RequestedResource = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Who asks, where the route is for who is signed in. */
  readonly userId?: string | undefined;
};

export type RouteDefinition = {
  /** One line, for the documentation. */
  readonly summary: string;
  readonly access: Access;
  /** Of path parameters, for the documentation; what no resource can have is answered with 404, not 400. */
  readonly params?: Readonly<Record<string, TSchema>>;
  /** A GET without one takes no query string at all. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Whether the request may come without its body. */
  readonly bodyOptional?: boolean;
  /** The media type of the body where it is no JSON; the route then validates it itself. */
  readonly bodyType?: string;
  /** Whether it also takes its body as a form, which it answers by leading to a page. */
  readonly takesForms?: boolean;
  readonly headers?: readonly RouteHeader[];
  /** By status: the schema of a JSON body, the media type of any other, or null for none. */
  readonly responses: Readonly<Record<number, TSchema | string | null>>;
  /** Problems beyond those of its headers (see `problemsOf`) and those that any route may answer with (`commonProblems`). */
  readonly problems?: readonly ProblemCode[];
  /** The topics of changes after which a GET may answer differently (see `Change`); none: nobody is told of them. */
  readonly topics?: (resource: RequestedResource) => readonly string[];
};

export type RouteTable = Readonly<Record<RouteKey, RouteDefinition>>;

/** Returns the table as it is, with the type of each of its routes. */
export const defineRoutes = <const Table extends RouteTable>(table: Table): Table => table;

/** The names of a path's parameters. */
export type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The type of a schema, or `Otherwise` where there is none. */
export type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;

/** Returns the method and the path of a route. */
export function partsOf(key: RouteKey): { readonly method: Method; readonly path: string } {
  const [method, path = ''] = key.split(' ');
  return { method: method as Method, path };
}
