import { ProblemError, requireServiceToken } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import { type SessionParts, signedInAccount } from './session-account.ts';

/**
 * Hooks that let in programs with the service token, and administrators; 401 and 403 otherwise. An Authorization header
 * has to hold the token wherever it comes; without one the session counts.
 */
export function newsroomOnly(parts: SessionParts, serviceToken: string) {
  const requireToken = requireServiceToken(serviceToken);
  const isProgram = (request: FastifyRequest) => request.headers.authorization !== undefined;
  return {
    /** Visitors go before anything else of the request is looked at. */
    async onRequest(request: FastifyRequest): Promise<void> {
      if (isProgram(request) || !sessionOf(request)) await requireToken(request);
    },
    /** After the wait for the session's position. */
    async preHandler(request: FastifyRequest): Promise<void> {
      if (isProgram(request)) return;
      const { user } = await signedInAccount(parts, request);
      if (!user.isAdmin) throw new ProblemError('not-allowed');
    },
  };
}
