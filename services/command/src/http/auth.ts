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

/** The requester, as of the start of the request. */
type Requester =
  /** `endedSession`: the session that they came with. */
  | { readonly kind: 'visitor'; readonly endedSession?: Session }
  /** `awaitsPasskey`: they are treated as having no role until they have shown a passkey. */
  | {
      readonly kind: 'user';
      readonly userId: string;
      readonly roles: readonly Role[];
      readonly awaitsPasskey: boolean;
    }
  | { readonly kind: 'service' };

const requesterKey = 'requester';

/** Returns the requester; a visitor if the request was answered before the requester was known. */
const requesterOf = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | undefined>(requesterKey) ?? { kind: 'visitor' };

const notSignedIn = () => new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });

/** Returns the id of the signed-in user of this request. Throws `not-signed-in` if there is none. */
export function signedInUser(request: FastifyRequest): string {
  const requester = requesterOf(request);
  if (requester.kind !== 'user') throw notSignedIn();
  return requester.userId;
}

/** Whether the requester has a capability. */
export function isAbleTo(request: FastifyRequest, capability: Capability): boolean {
  const requester = requesterOf(request);
  return requester.kind === 'user' && may(requester.roles, capability);
}

/** Returns the requester as an actor of events. */
export function actorOf(request: FastifyRequest): Actor {
  const requester = requesterOf(request);
  if (requester.kind === 'user') return { id: requester.userId, role: requester.roles[0] ?? 'writer' };
  return { id: requester.kind, role: requester.kind };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request only reads. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Whether a program sent this request: no page of another site can make a browser send it. */
export const hasBearer = (request: FastifyRequest): boolean =>
  /^bearer\b/i.test(request.headers.authorization ?? '');

type AuthOptions = {
  readonly store: Pick<EventStore, 'read'>;
  readonly serviceToken: string;
  /** In the format of `SESSION_KEYS`. */
  readonly sessionKeys: string;
  /** The origin at which readers reach the journal. */
  readonly origin: string;
  /** Whether users who see addresses have to show a passkey. */
  readonly requiresPasskeys: boolean;
};

/**
 * Every route registered from here on must declare its `Access`. Requesters that it does not admit get 401 or 403
 * before anything else of the request is read. A bearer token must be the service token on any route; without one the
 * session counts, unless the log shows that it has ended. Await it before registering any route.
 */
export async function registerAuth(app: Server, options: AuthOptions): Promise<void> {
  const requireToken = requireServiceToken(options.serviceToken);
  updateSessionsOnSend(app);
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
    if (hasEnded || user?.version !== session.version) return { kind: 'visitor', endedSession: session };
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
 * Before a response is sent, stores its position in the session, and clears the cookie of an ended session. Must be
 * called before `registerSessions`, whose own hook then writes the cookie.
 */
function updateSessionsOnSend(app: Server): void {
  app.addHook('onSend', async (request, reply) => {
    if (hasEndedSession(request)) return endSession(request);
    const position = reply.getHeader(positionHeader);
    if (typeof position === 'string' && requesterOf(request).kind !== 'service')
      rememberPosition(request, position);
  });
}

/** Whether the session that came with the request has ended and no other has started in its place. */
function hasEndedSession(request: FastifyRequest): boolean {
  const requester = requesterOf(request);
  const endedSession = requester.kind === 'visitor' ? requester.endedSession : undefined;
  const session = endedSession && sessionOf(request);
  if (!session) return false;
  return (
    session.userId === endedSession.userId &&
    session.version === endedSession.version &&
    session.id === endedSession.id
  );
}

/** Returns the access of this request's route; undefined for no route, or one of every service, such as health. */
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
 * Resolves with a user's session version and roles; undefined for users who never registered or are forgotten. Reads
 * only unsealed fields: it needs no key, so it also works for a user who was just forgotten.
 */
export async function loadAccess(
  store: Pick<EventStore, 'read'>,
  userId: string,
): Promise<{ readonly version: number; readonly roles: readonly Role[] } | undefined> {
  let access: { version: number; roles: readonly Role[] } | undefined;
  for await (const event of store.read(userStream(userId))) {
    const { type } = event;
    // Permanently, whatever may follow.
    if (type === 'UserForgotten') return undefined;
    if (type === 'UserRegistered') access = { version: 0, roles: [] };
    else if (access)
      // An event type that this version does not know changes nothing.
      access = {
        version: access.version + Number(endsSessions(type)),
        roles: rolesAfter(access.roles, event),
      };
  }
  return access;
}

/** Resolves with whether a session was ended individually. */
async function hasSessionEnded(store: Pick<EventStore, 'read'>, sessionId: string): Promise<boolean> {
  for await (const { type } of store.read(sessionStream(sessionId))) if (type === 'SessionEnded') return true;
  return false;
}
