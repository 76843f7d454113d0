import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { sessionOf } from '@journal/session';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { accountDecider } from './account.decider.ts';
import { sessionDecider } from './session.decider.ts';
import { clearSession, endOneSession, signInMeansOf, startSessionFor } from './sessions.ts';

/** Registers the routes by which users end their sessions. All are idempotent, but the last starts a new session. */
export function registerSessionRoutes(app: Server, parts: RouteParts): void {
  const { log, keys, limits } = parts;
  const options = { bodyLimit: 16 * 1024, preValidation: refuseBody };

  // The browser forgets the session in any case: a user leaving a shared computer can't wait for an unavailable log.
  registerRoute(app, 'POST /api/auth/logout', options, async (request, reply) => {
    const context = await contextOf(request, keys);
    const session = sessionOf(request);
    clearSession({ request, reply });
    if (session?.id === undefined || context.actor.id !== session.userId) return sendDone(reply);
    const { userId, id: sessionId } = session;
    await decideAndAppend(log, sessionDecider, { type: 'EndSession', userId, sessionId }, context)
      .catch(ignoreRejection())
      .catch((error: unknown) =>
        request.log.warn({ err: error }, 'signed out, but the session was not ended'),
      );
    return sendDone(reply);
  });

  registerRoute(app, 'DELETE /api/me/sessions/:sessionId', options, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'change', userId);
    const { sessionId } = request.params;
    const { position } = await endOneSession(parts, { userId, sessionId }, await contextOf(request, keys));
    if (sessionOf(request)?.id === sessionId) clearSession({ request, reply });
    return sendDone(reply, position);
  });

  registerRoute(app, 'DELETE /api/me/sessions', options, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'change', userId);
    const session = sessionOf(request);
    if (!session) throw new ProblemError('not-signed-in');
    const command = { type: 'EndOtherSessions', userId, sessionVersion: session.version } as const;
    const written = await decideAndAppend(log, accountDecider, command, await contextOf(request, keys));
    await startSessionFor(parts, { request, reply }, written, signInMeansOf(request));
    return sendDone(reply);
  });
}
