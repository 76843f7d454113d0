import type { Access } from '@journal/contracts';
import type { Actor } from '@journal/events';
import { ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import { type Session, sessionOf, slideSession } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { AccessOf, Access as KnownAccess } from './access.ts';
import { permissionOf } from './permission.ts';

/** Who is signed in, as the log had them when the request came. */
export type SignedIn = KnownAccess & { readonly userId: string };

export type Requester =
  | { readonly kind: 'visitor' /** The session they came with, which is over. */; readonly over?: Session }
  | ({ readonly kind: 'user' } & SignedIn)
  | { readonly kind: 'service' };

const requesterKey = 'requester';
const visitor: Requester = { kind: 'visitor' };

/**
 * Finds out who makes each request, before anything else of it is looked at, and lets through only whom its route
 * allows: 401 and 403 otherwise. A bearer token must be the service token wherever it comes; without one the session
 * counts, as long as the log says that it is not over.
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

/** Whether a program asks: no page of another site can make a browser send this. */
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

/** Who makes this request; a visitor where it never came far enough to be known. */
export const requesterOf = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | undefined>(requesterKey) ?? visitor;

/** The user whose session came with this request; 401 where there is none. */
export function signedIn(request: FastifyRequest): SignedIn {
  const requester = requesterOf(request);
  if (requester.kind !== 'user') throw notSignedIn();
  const { userId, version, isAdmin } = requester;
  return { userId, version, isAdmin };
}

/** Who makes this request, as events name them. */
export function actorOf(request: FastifyRequest): Actor {
  const requester = requesterOf(request);
  if (requester.kind === 'user')
    return { id: requester.userId, role: requester.isAdmin ? 'admin' : 'writer' };
  return { id: requester.kind, role: requester.kind };
}
