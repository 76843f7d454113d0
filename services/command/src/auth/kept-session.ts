import { positionHeader } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { endSession, rememberPosition, sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import { requesterOf } from './requester.ts';

/**
 * Before an answer goes out, its session remembers the position that it tells, and the cookie of a session that is
 * over is cleared. To be called before `registerSessions`, whose own hook then writes the cookie.
 */
export function keepSessions(app: Server): void {
  app.addHook('onSend', async (request, reply) => {
    if (broughtOneThatIsOver(request)) return endSession(request);
    const position = reply.getHeader(positionHeader);
    if (typeof position === 'string' && requesterOf(request).kind !== 'service')
      rememberPosition(request, position);
  });
}

/** Whether the session that the request came with is over and none has begun in its place. */
function broughtOneThatIsOver(request: FastifyRequest): boolean {
  const requester = requesterOf(request);
  const over = requester.kind === 'visitor' ? requester.over : undefined;
  const session = over && sessionOf(request);
  return session !== undefined && session.userId === over?.userId && session.version === over.version;
}
