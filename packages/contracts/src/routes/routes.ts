import { accountRoutes } from '../account/account.routes.ts';
import { idleAccountRoutes } from '../account/idle-account.routes.ts';
import { passkeyRoutes } from '../account/passkey.routes.ts';
import { articleRoutes } from '../article/article.routes.ts';
import { auditRoutes } from '../audit/audit.routes.ts';
import { historyRoutes } from '../audit/history.routes.ts';
import { changesRoutes } from '../changes/changes.routes.ts';
import { commentRoutes } from '../comment/comment.routes.ts';
import { concernRoutes } from '../concern/concern.routes.ts';
import { consentRoutes } from '../consent/consent.routes.ts';
import { draftRoutes } from '../draft/draft.routes.ts';
import { invitationRoutes } from '../invitation/invitation.routes.ts';
import { issueRoutes } from '../issue/issue.routes.ts';
import { mailingRoutes } from '../mailing/mailing.routes.ts';
import { newsletterRoutes } from '../newsletter/newsletter.routes.ts';
import { newsroomRoutes } from '../newsroom/newsroom.routes.ts';
import { pageRoutes } from '../page/page.routes.ts';
import { previewRoutes } from '../preview/preview.routes.ts';
import type { ProblemCode } from '../problem/problem.catalogue.ts';
import { searchRoutes } from '../search/search.routes.ts';
import { addressRoutes } from '../submission/address.routes.ts';
import { submissionRoutes } from '../submission/submission.routes.ts';
import {
  capabilityFor,
  defineRoutes,
  type ParamName,
  type RouteDefinition,
  type RouteHeader,
  type StaticOr,
} from './route.ts';

const documentationRoutes = defineRoutes({
  'GET /api/openapi.json': {
    summary: 'This API as an OpenAPI 3.1 document',
    access: 'public',
    headers: ['if-none-match', 'etag'],
    responses: { 200: 'application/json' },
  },
  'GET /api/docs': {
    summary: 'A page for reading and trying the API',
    access: 'public',
    responses: { 200: 'text/html' },
  },
});

/**
 * Every route of the API, by `METHOD /path/:parameter`. Servers register these, clients call them, and the
 * documentation describes them.
 */
export const routes = {
  ...articleRoutes,
  ...issueRoutes,
  ...mailingRoutes,
  ...pageRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...changesRoutes,
  ...submissionRoutes,
  ...addressRoutes,
  ...commentRoutes,
  ...previewRoutes,
  ...newsroomRoutes,
  ...auditRoutes,
  ...accountRoutes,
  ...draftRoutes,
  ...idleAccountRoutes,
  ...passkeyRoutes,
  ...invitationRoutes,
  ...consentRoutes,
  ...newsletterRoutes,
  ...concernRoutes,
  ...documentationRoutes,
} as const;

export type Routes = typeof routes;
export type Route = keyof Routes;

type Of<Key extends Route, Part extends keyof RouteDefinition> = Part extends keyof Routes[Key]
  ? Routes[Key][Part]
  : undefined;

export type BodyOf<Key extends Route> = StaticOr<Of<Key, 'body'>, undefined>;
export type QueryOf<Key extends Route> = StaticOr<Of<Key, 'query'>, Record<never, never>>;
export type ParamsOf<Key extends Route> = Record<ParamName<Key>, string>;

type Successes = 200 | 201 | 202 | 204 | 303;
/** Type of a route's successful response; undefined if it has no JSON body. */
export type DataOf<Key extends Route> = {
  [Status in keyof Routes[Key]['responses'] & Successes]: StaticOr<
    Routes[Key]['responses'][Status],
    undefined
  >;
}[keyof Routes[Key]['responses'] & Successes];

/** Returns the definition of a route, typed as any route. */
export const routeOf = (key: Route): RouteDefinition => routes[key];

const problemsOfHeader: Partial<Record<RouteHeader, readonly ProblemCode[]>> = {
  'idempotency-key': ['invalid-idempotency-key', 'idempotency-key-reused'],
  'if-match': ['invalid-if-match', 'edited-meanwhile'],
};

/** Returns the problems that a route names, and those of the headers that it accepts. */
export const problemsOf = ({ problems = [], headers = [] }: RouteDefinition): readonly ProblemCode[] => [
  ...problems,
  ...headers.flatMap((name) => problemsOfHeader[name] ?? []),
];

/** Returns the problems common to all routes, and those of the route's access level. */
export function commonProblems({ access }: RouteDefinition, isRead: boolean): ProblemCode[] {
  return [
    'invalid-request',
    ...(isRead
      ? []
      : (['invalid-json', 'body-too-large', 'unsupported-media-type', 'other-origin'] as const)),
    // A write with an invalid token is rejected even on public routes.
    ...(access === 'public' && isRead ? [] : (['not-signed-in'] as const)),
    ...(capabilityFor(access) ? (['not-allowed', 'passkey-required'] as const) : []),
    'internal',
    'unavailable',
  ];
}
