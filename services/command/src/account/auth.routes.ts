import { ForgotPassword, Login, type Message, PasswordChange, Registration } from '@journal/contracts';
import type { Server } from '@journal/service-kit';
import { refuseBody } from '../article/article-request.ts';
import { signedIn } from '../auth/requester.ts';
import { contextOf } from '../idempotency/context-of-request.ts';
import type { RequestKeys } from '../idempotency/request-keys.ts';
import type { Limits } from '../limits/limits.ts';
import type { AccountParts } from './account.parts.ts';
import { writtenOrProblem } from './account.problems.ts';
import { sendDone, sessionUserOf, signInTo, signOut } from './account-answer.ts';
import { cleanBody, contextOfOnce, mostBytes } from './account-request.ts';
import { changePassword } from './change-password.handler.ts';
import { registerUser } from './register-user.handler.ts';
import { requestPasswordReset } from './reset-password.handler.ts';
import { signIn } from './sign-in.handler.ts';

const asked: Message = {
  message: 'If an account exists for that email, a temporary password is on its way.',
};
const changed: Message = { message: 'Your password has been changed successfully.' };
/**
 * So long takes every answer to a forgotten password and every refused login, in milliseconds: longer than what is
 * done for an account.
 */
const answerTime = 300;

/** The routes by which people come in, go out and keep their password. */
export function registerAuthRoutes(
  app: Server,
  parts: AccountParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  const open = { config: { access: 'public' }, bodyLimit: mostBytes, preValidation: cleanBody } as const;

  app.post('/api/auth/register', { ...open, schema: { body: Registration } }, async (request, reply) => {
    const { email, fullName } = request.body;
    await limits.take(request, 'registration', email);
    const { actor: _visitor, ...context } = contextOf(request, keys, { email, fullName });
    const written = writtenOrProblem(await registerUser(parts, request.body, context));
    reply.code(201);
    return sessionUserOf(signInTo(request, reply, written));
  });

  app.post('/api/auth/login', { ...open, schema: { body: Login } }, async (request, reply) => {
    await limits.take(request, 'login', request.body.email);
    const { actor: _visitor, ...context } = contextOfOnce(request);
    const began = performance.now();
    const outcome = await signIn(parts, request.body, context);
    if ('rejection' in outcome) await parts.wait(Math.max(0, answerTime - (performance.now() - began)));
    const written = writtenOrProblem(outcome);
    return sessionUserOf(signInTo(request, reply, written));
  });

  app.post('/api/auth/logout', { ...open, preValidation: refuseBody }, async (request, reply) => {
    signOut(request);
    return sendDone(reply);
  });

  app.post(
    '/api/auth/forgot-password',
    { ...open, schema: { body: ForgotPassword } },
    async (request, reply) => {
      const { email } = request.body;
      await limits.take(request, 'forgot', email);
      const context = { ...contextOfOnce(request), actor: { id: 'visitor', role: 'visitor' } } as const;
      await Promise.all([requestPasswordReset(parts, email, context), parts.wait(answerTime)]);
      reply.header('cache-control', 'no-store');
      return asked;
    },
  );

  const own = { ...open, config: { access: 'signed-in' }, schema: { body: PasswordChange } } as const;
  app.post('/api/auth/change-password', own, async (request, reply) => {
    const { userId } = signedIn(request);
    await limits.take(request, 'login', userId);
    const context = contextOf(request, keys, {});
    signInTo(request, reply, writtenOrProblem(await changePassword(parts, userId, request.body, context)));
    return changed;
  });
}
