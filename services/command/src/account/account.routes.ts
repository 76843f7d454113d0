import { type Message, positionHeader, type SessionUser } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { endSession, sessionOf, startSession } from '@journal/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendDone, writtenOrProblem } from '../http/answers.ts';
import type { Limits } from '../http/limits.ts';
import { signedInUser } from '../http/requester.ts';
import { contextOf, normaliseBody, refuseBody, repeatableContextOf } from '../http/requests.ts';
import type { Written } from '../writing/decide-and-append.ts';
import type { RequestKeys } from '../writing/request-context.ts';
import { signIn } from './access.handlers.ts';
import type { Account, AccountState } from './account.decider.ts';
import { type AccountParts, accountOf } from './account.ts';
import { finishForgetting, forgetMyself } from './forgetting.handlers.ts';
import { changePassword, requestPasswordReset } from './password.handlers.ts';
import { registerUser } from './register-user.handler.ts';

/** The largest body of an account route, in bytes: more than twice what any of its forms takes. */
export const maxBodyBytes = 16 * 1024;

const requested: Message = {
  message: 'If an account exists for that email, a temporary password is on its way.',
};
const changed: Message = { message: 'Your password has been changed successfully.' };
/**
 * Milliseconds that every response to a forgotten password and every rejected login takes: longer than the work for an
 * existing account.
 */
const responseTime = 300;

/** The routes of one's own account. Each response to a write carries the position of what it wrote. */
export function registerAccountRoutes(
  app: Server,
  parts: AccountParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  const options = { bodyLimit: maxBodyBytes, preValidation: normaliseBody };

  registerRoute(app, 'POST /api/auth/register', options, async (request, reply) => {
    const { email, fullName } = request.body;
    await limits.take(request, 'registration', email);
    const { actor: _visitor, ...context } = contextOf(request, keys, { email, fullName });
    const written = writtenOrProblem(await registerUser(parts, request.body, context));
    reply.code(201);
    return toSessionUser(signInTo(request, reply, written));
  });

  registerRoute(app, 'POST /api/auth/login', options, async (request, reply) => {
    await limits.take(request, 'login', request.body.email);
    const { actor: _visitor, ...context } = repeatableContextOf(request);
    const startedAt = performance.now();
    const outcome = await signIn(parts, request.body, context);
    if ('rejection' in outcome) await parts.wait(Math.max(0, responseTime - (performance.now() - startedAt)));
    return toSessionUser(signInTo(request, reply, writtenOrProblem(outcome)));
  });

  registerRoute(
    app,
    'POST /api/auth/logout',
    { ...options, preValidation: refuseBody },
    async (request, reply) => {
      signOut(request);
      return sendDone(reply);
    },
  );

  registerRoute(app, 'POST /api/auth/forgot-password', options, async (request, reply) => {
    const { email } = request.body;
    await limits.take(request, 'forgot', email);
    const context = { ...repeatableContextOf(request), actor: { id: 'visitor', role: 'visitor' } } as const;
    await Promise.all([requestPasswordReset(parts, email, context), parts.wait(responseTime)]);
    reply.header('cache-control', 'no-store');
    return requested;
  });

  registerRoute(app, 'POST /api/auth/change-password', options, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'login', userId);
    const context = contextOf(request, keys, {});
    signInTo(request, reply, writtenOrProblem(await changePassword(parts, userId, request.body, context)));
    return changed;
  });

  registerRoute(app, 'DELETE /api/me', { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const userId = signedInUser(request);
    await limits.take(request, 'login', userId);
    const context = repeatableContextOf(request);
    const { position } = writtenOrProblem(await forgetMyself(parts, userId, request.body, context));
    // The erasure is decided: the worker completes what fails now.
    await finishForgetting(parts, { userId, articleIds: [] }, context).catch((error: unknown) =>
      request.log.warn({ err: error }, 'erasure of a user is not complete yet'),
    );
    signOut(request);
    return sendDone(reply, position);
  });
}

/** Starts a session for the account in its present state, and returns the account. */
function signInTo(request: FastifyRequest, reply: FastifyReply, written: Written<AccountState>): Account {
  const account = accountOf(written.state);
  if (!account) throw new ProblemError('not-signed-in');
  const { position, state } = written;
  startSession(request, { userId: account.userId, version: state.sessionVersion, position });
  reply.headers({ 'cache-control': 'no-store', [positionHeader]: position });
  return account;
}

/** Returns what signed-in users are told about themselves. Throws `not-signed-in` if the account's key is gone. */
function toSessionUser({ userId, profile, isAdmin, createdAt }: Account): SessionUser {
  if (!profile) throw new ProblemError('not-signed-in');
  const { username, fullName, email } = profile;
  return { id: userId, username, fullName, email, isAdmin, createdAt };
}

/** Ends the browser's session, if it has one. */
function signOut(request: FastifyRequest): void {
  if (sessionOf(request)) endSession(request);
}
