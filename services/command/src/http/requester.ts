import type { Actor } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import type { Session } from '@journal/session';
import type { FastifyRequest } from 'fastify';

/** Who makes a request, as of its start. */
export type Requester =
  /** `over`: the session that they came with and that is over. */
  | { readonly kind: 'visitor'; readonly over?: Session }
  | { readonly kind: 'user'; readonly userId: string; readonly isAdmin: boolean }
  | { readonly kind: 'service' };

export const requesterKey = 'requester';

/** Returns who makes this request; a visitor where it was answered before that was known. */
export const requesterOf = (request: FastifyRequest): Requester =>
  request.getDecorator<Requester | undefined>(requesterKey) ?? { kind: 'visitor' };

export const notSignedIn = () =>
  new ProblemError('not-signed-in', { headers: { 'www-authenticate': 'Bearer' } });

/** Returns the id of the user whose session came with this request. Throws `not-signed-in` where there is none. */
export function signedInUser(request: FastifyRequest): string {
  const requester = requesterOf(request);
  if (requester.kind !== 'user') throw notSignedIn();
  return requester.userId;
}

/** Returns who makes this request, as events name them. */
export function actorOf(request: FastifyRequest): Actor {
  const requester = requesterOf(request);
  if (requester.kind === 'user')
    return { id: requester.userId, role: requester.isAdmin ? 'admin' : 'writer' };
  return { id: requester.kind, role: requester.kind };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request only reads. */
export const isSafe = (request: FastifyRequest): boolean => safeMethods.has(request.method);

/** Whether a program sent this: no page of another site can make a browser send it. */
export const hasBearer = (request: FastifyRequest): boolean =>
  /^bearer\b/i.test(request.headers.authorization ?? '');
