import { normaliseEmail } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../auth/requester.ts';
import { randomIds } from '../idempotency/request-keys.ts';
import type { RequestContext } from '../writing/request-context.ts';

/** The largest body that a route of accounts takes, in bytes: no form of theirs fills the half of it. */
export const mostBytes = 16 * 1024;

/** Hook: addresses in the spelling they are compared in, and no blanks around names; a password stays as it was typed. */
export async function cleanBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const { email, fullName } = body as Record<string, unknown>;
  request.body = {
    ...body,
    ...(typeof email === 'string' ? { email: normaliseEmail(email) } : {}),
    ...(typeof fullName === 'string' ? { fullName: fullName.trim() } : {}),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The user id of the path; 404 for what can't be one. */
export function userIdOf(request: FastifyRequest): string {
  const { userId } = request.params as { userId: string };
  if (!uuid.test(userId)) throw new ProblemError('user-not-found');
  return userId;
}

/** Hook: a path without a possible user id is answered before the body is read. */
export async function requireUserId(request: FastifyRequest): Promise<void> {
  userIdOf(request);
}

/** Who asks, in which request, where doing it twice does no harm: an Idempotency-Key is not looked at. */
export const contextOfOnce = (request: FastifyRequest): RequestContext => ({
  actor: actorOf(request),
  requestId: request.id,
  ids: randomIds(),
});
