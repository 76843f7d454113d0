import type { Access } from '@journal/contracts';
import type { Actor } from '@journal/events';
import { ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import { type Session, sessionOf, slideSession } from '@journal/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages and programs of other sites may send it too, as a one-click unsubscribe is. */
    fromAnyOrigin?: boolean;
  }
}

/** From now on, registering a route without `config.access` throws. */
export function requirePermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${method} ${url} declares no access`);
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request only reads. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Returns who may use the route of this request; undefined for no route, or one that every service has, as its health. */
function permissionOf(request: FastifyRequest): Access | undefined {
  const { access } = request.routeOptions.config;
  if (access !== undefined || request.is404 || isSafe(request)) return access;
  throw new Error(`${request.method} ${request.routeOptions.url} declares no access`);
}

/** What the log says about a user when a request comes with their session. */
export type UserAccess = {
  /** Sessions of an older version are over. */
  readonly version: number;
  readonly isAdmin: boolean;
};

/** Resolves with a user's present access; undefined for whoever never registered or is forgotten. */
export type AccessOf = (userId: string) => Promise<UserAccess | undefined>;

/** Who is signed in, as of the start of the request. */
export type SignedIn = UserAccess & { readonly userId: string };

export type Requester =
  | {
      readonly kind: 'visitor' /** The session that they came with and that is over. */;
      readonly over?: Session;
    }
  | ({ readonly kind: 'user' } & SignedIn)
  | { readonly kind: 'service' };

const requesterKey = 'requester';
const visitor: Requester = { kind: 'visitor' };

/**
 * Identifies the requester before anything else of a request is read, and admits only those whom its route allows: 401
 * and 403 otherwise. A bearer token must be the service token on any route; without one the session counts, as long as
 * the log says that it is not over.
 */
export function registerRequester(app: Server, options: { serviceToken: string; accessOf: AccessOf }): void {
  const requireToken = requireServiceToken(options.serviceToken);
  app.decorateRequest(requesterKey);
  app.addHook('onRequest', async (request) => {
    const allowed = permissionOf(request);
    if (allowed === undefined) return;
    const requester = await identify(request);
    request.setDecorator<Requester>(requesterKey, requester);
    admit(requester, allowed);
  });

  async function identify(request: FastifyRequest): Promise<Requester> {
    if (hasBearer(request)) {
      await requireToken(request);
      return { kind: 'service' };
    }
    const session = sessionOf(request);
    if (!session) return visitor;
    const access = await options.accessOf(session.userId);
    if (access?.version !== session.version) return { kind: 'visitor', over: session };
    slideSession(request);
    return { kind: 'user', userId: session.userId, ...access };
  }
}

/** Whether a program sent this: no page of another site can make a browser send it. */
export const hasBearer = (request: FastifyRequest): boolean =>
  /^bearer\b/i.test(request.headers.authorization ?? '');

function admit(requester: Requester, allowed: Access): void {
  const { kind } = requester;
  if (allowed === 'public') return;
  if (kind === 'service' && (allowed === 'service' || allowed === 'admin-or-service')) return;
  if (kind !== 'user' || allowed === 'service') throw notSignedIn();
  if (allowed !== 'signed-in' && !requester.isAdmin) throw new ProblemError('not-allowed');
}

const notSignedIn = () => new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });

/** Returns who makes this request; a visitor where it was answered before that was known. */
export const requesterOf = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | undefined>(requesterKey) ?? visitor;

/** Returns the user whose session came with this request. Throws `not-signed-in` where there is none. */
export function signedIn(request: FastifyRequest): SignedIn {
  const requester = requesterOf(request);
  if (requester.kind !== 'user') throw notSignedIn();
  const { userId, version, isAdmin } = requester;
  return { userId, version, isAdmin };
}

/** Returns who makes this request, as events name them. */
export function actorOf(request: FastifyRequest): Actor {
  const requester = requesterOf(request);
  if (requester.kind === 'user')
    return { id: requester.userId, role: requester.isAdmin ? 'admin' : 'writer' };
  return { id: requester.kind, role: requester.kind };
}
