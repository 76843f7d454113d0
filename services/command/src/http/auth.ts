import { type Access, capabilityFor, isForPrograms, positionHeader } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import {
  type Actor,
  type Capability,
  endsSessions,
  may,
  type Role,
  rolesAfter,
  sessionStream,
  userStream,
} from '@journal/events';
import { ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import {
  awaitsPasskey,
  endSession,
  parseSessionKeys,
  registerSessions,
  rememberPosition,
  type Session,
  sessionOf,
  slideSession,
} from '@journal/session';
import type { FastifyRequest } from 'fastify';

/** Who makes a request, as of its start. */
type Requester =
  /** `over`: the session that they came with and that is over. */
  | { readonly kind: 'visitor'; readonly over?: Session }
  /** `awaitsPasskey`: they are treated as if they had no role until they have shown a passkey. */
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly roles: readonly Role[];
      readonly awaitsPasskey: boolean;
    }
  | { readonly kind: 'service' };

const requesterKey = 'requester';

/** Returns who makes this request; a visitor where it was answered before that was known. */
const requesterOf = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | undefined>(requesterKey) ?? { kind: 'visitor' };

const notSignedIn = () => new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });

/** Returns the id of the user whose session came with this request. Throws `not-signed-in` where there is none. */
export function signedInUser(request: FastifyRequest): string {
  const requester = requesterOf(request);
  if (requester.kind !== 'user') throw notSignedIn();
  return requester.userId;
}

/** Whether whoever makes this request has a capability. */
export function isAbleTo(request: FastifyRequest, capability: Capability): boolean {
  const requester = requesterOf(request);
  return requester.kind === 'user' && may(requester.roles, capability);
}

/** Returns who makes this request, as events name them. */
export function actorOf(request: FastifyRequest): Actor {
  const requester = requesterOf(request);
  if (requester.kind === 'user') return { id: requester.userId, role: requester.roles[0] ?? 'writer' };
  return { id: requester.kind, role: requester.kind };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request only reads. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Whether a program sent this: no page of another site can make a browser send it. */
export const hasBearer = (request: FastifyRequest): boolean =>
  /^bearer\b/i.test(request.headers.authorization ?? '');

type AuthOptions = {
  readonly store: Pick<EventStore, 'read'>;
  readonly serviceToken: string;
  /** As `SESSION_KEYS`. */
  readonly sessionKeys: string;
  /** The origin by which readers reach the journal. */
  readonly origin: string;
  /** Whether whoever sees addresses has to show a passkey. */
  readonly requiresPasskeys: boolean;
};

/**
 * Every route registered from here on must declare its `Access`; whoever it does not admit is answered 401 or 403 before
 * anything else of a request is read. A bearer token must be the service token on any route; without one the session
 * counts, as long as the log says that it is not over. Await it before registering any route.
 */
export async function registerAuth(app: Server, options: AuthOptions): Promise<void> {
  const requireToken = requireServiceToken(options.serviceToken);
  keepSessions(app);
  await registerSessions(app, {
    keys: parseSessionKeys(options.sessionKeys),
    origin: options.origin,
    hasCeremonies: true,
  });
  app.decorateRequest(requesterKey);
  app.addHook('onRequest', async (request) => {
    const allowed = accessTo(request);
    if (allowed === undefined) return;
    const requester = await identify(request);
    request.setDecorator<Requester>(requesterKey, requester);
    admit(requester, allowed);
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${method} ${url} declares no access`);
  });

  async function identify(request: FastifyRequest): Promise<Requester> {
    if (hasBearer(request)) {
      await requireToken(request);
      return { kind: 'service' };
    }
    const session = sessionOf(request);
    if (!session) return { kind: 'visitor' };
    const [user, hasEnded] = await Promise.all([
      loadAccess(options.store, session.userId),
      session.id !== undefined && hasSessionEnded(options.store, session.id),
    ]);
    if (hasEnded || user?.version !== session.version) return { kind: 'visitor', over: session };
    slideSession(request);
    const needed = {
      seesAddresses: may(user.roles, 'look-up-addresses'),
      isRequired: options.requiresPasskeys,
    };
    const awaits = awaitsPasskey(session, needed);
    return {
      kind: 'user',
      userId: session.userId,
      roles: awaits ? [] : user.roles,
      awaitsPasskey: awaits,
    };
  }
}

/**
 * Before a response is sent, stores its position in the session, and clears the cookie of a session that is over. Must
 * be called before `registerSessions`, whose own hook then writes the cookie.
 */
function keepSessions(app: Server): void {
  app.addHook('onSend', async (request, reply) => {
    if (hasEndedSession(request)) return endSession(request);
    const position = reply.getHeader(positionHeader);
    if (typeof position === 'string' && requesterOf(request).kind !== 'service')
      rememberPosition(request, position);
  });
}

/** Whether the session that the request came with is over and no other has started in its place. */
function hasEndedSession(request: FastifyRequest): boolean {
  const requester = requesterOf(request);
  const over = requester.kind === 'visitor' ? requester.over : undefined;
  const session = over && sessionOf(request);
  if (!session) return false;
  return session.userId === over.userId && session.version === over.version && session.id === over.id;
}

/** Returns who may use the route of this request; undefined for no route, or one that every service has, as its health. */
function accessTo(request: FastifyRequest): Access | undefined {
  const { access } = request.routeOptions.config;
  if (access !== undefined || request.is404 || isSafe(request)) return access;
  throw new Error(`${request.method} ${request.routeOptions.url} declares no access`);
}

function admit(requester: Requester, allowed: Access): void {
  const { kind } = requester;
  if (allowed === 'public') return;
  if (kind === 'service' && isForPrograms(allowed)) return;
  if (kind !== 'user' || allowed === 'service') throw notSignedIn();
  const capability = capabilityFor(allowed);
  if (!capability || may(requester.roles, capability)) return;
  throw new ProblemError(requester.awaitsPasskey ? 'passkey-required' : 'not-allowed');
}

/**
 * Resolves with a user's session version and roles; undefined for whoever never registered or is forgotten. Reads only
 * what is not sealed: it needs no key, so it is right for whoever was just forgotten, too.
 */
export async function loadAccess(
  store: Pick<EventStore, 'read'>,
  userId: string,
): Promise<{ readonly version: number; readonly roles: readonly Role[] } | undefined> {
  let access: { version: number; roles: readonly Role[] } | undefined;
  for await (const event of store.read(userStream(userId))) {
    const { type } = event;
    // For good, whatever may follow.
    if (type === 'UserForgotten') return undefined;
    if (type === 'UserRegistered') access = { version: 0, roles: [] };
    else if (access)
      // A type that this version does not know changes nothing.
      access = {
        version: access.version + Number(endsSessions(type)),
        roles: rolesAfter(access.roles, event),
      };
  }
  return access;
}

/** Resolves with whether a session was ended by itself. */
async function hasSessionEnded(store: Pick<EventStore, 'read'>, sessionId: string): Promise<boolean> {
  for await (const { type } of store.read(sessionStream(sessionId))) if (type === 'SessionEnded') return true;
  return false;
}
