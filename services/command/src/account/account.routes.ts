import { type Message, passkeyHeader, passwordMinutesHeader, positionHeader } from '@journal/contracts';
import { may } from '@journal/events';
import { registerRoute, type Server } from '@journal/service-kit';
import { passwordMinutesOf } from '@journal/session';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { accountDecider } from './account.decider.ts';
import {
  askIdle,
  changePassword,
  provePassword,
  recordExport,
  registerUser,
  requestPasswordReset,
  signIn,
} from './account.handlers.ts';
import { accountOf } from './account.ts';
import { grantAdministrator } from './administrator.ts';
import { createLastAdministratorCheck, removeAdministrator } from './administrator-removal.ts';
import { findAccount } from './claims.ts';
import { finishForgetting, forget } from './forgetting.handlers.ts';
import { loadPasskeys } from './passkeys.handlers.ts';
import { clearSession, replaceSession, signInMeansOf, startSessionFor, toSessionUser } from './sessions.ts';

/** Maximum size of a body on account routes, in bytes: more than twice what any of their forms needs. */
const bodyLimit = 16 * 1024;
const options = { bodyLimit, preValidation: normaliseBody };

const requested: Message = {
  message: 'If an account exists for that email, a temporary password is on its way.',
};
const changed: Message = { message: 'Your password has been changed successfully.' };
/**
 * Minimum response time of every forgotten-password request and every rejected login, in milliseconds: longer than the
 * work for an existing account.
 */
const responseTime = 300;

/** Registers the routes for a user's own account. Each response to a write carries the position of that write. */
export function registerAccountRoutes(app: Server, parts: RouteParts): void {
  const { keys, limits } = parts;

  registerRoute(app, 'POST /api/auth/register', options, async (request, reply) => {
    const { email, fullName } = request.body;
    await limits.take(request, 'registration', email);
    const { actor, ...context } = await contextOf(request, keys, { email, fullName });
    const by = actor.role === 'service' ? { actor } : {};
    const written = await registerUser(parts, request.body, { ...context, ...by });
    const account = await startSessionFor(parts, { request, reply }, written);
    if (actor.role !== 'service') await limits.signedIn(request, email);
    reply.code(201);
    return toSessionUser(account);
  });

  registerRoute(app, 'POST /api/auth/login', options, async (request, reply) => {
    const { email } = request.body;
    const guess = await limits.guess(request, email);
    const startedAt = performance.now();
    const signingIn = signIn(parts, request.body, await contextOf(request, keys), guess);
    const written = await signingIn.catch(async (error: unknown) => {
      if (guess.isHeld || error instanceof CommandRejected)
        await parts.wait(Math.max(0, responseTime - (performance.now() - startedAt)));
      throw error;
    });
    const temporary = written.by === 'temporary' ? accountOf(written.state)?.temporaryPassword : null;
    const means = temporary ? { temporaryUntil: Date.parse(temporary.expiresAt) } : {};
    const account = await replaceSession(parts, { request, reply }, written, means);
    await limits.signedIn(request, email);
    if (parts.requiresPasskeys && may(account.roles, 'look-up-addresses'))
      reply.header(passkeyHeader, 'required');
    const minutes = passwordMinutesOf(request, parts.now());
    if (minutes !== undefined) reply.header(passwordMinutesHeader, minutes);
    return toSessionUser(account);
  });

  registerRoute(app, 'POST /api/auth/forgot-password', options, async (request, reply) => {
    const { email } = request.body;
    await limits.take(request, 'forgot', email);
    const context = {
      ...(await contextOf(request, keys)),
      actor: { id: 'visitor', role: 'visitor' },
    } as const;
    await Promise.all([requestPasswordReset(parts, email, context), parts.wait(responseTime)]);
    reply.header('cache-control', 'no-store');
    return requested;
  });

  registerRoute(app, 'POST /api/auth/change-password', options, async (request, reply) => {
    const userId = signedInUser(request);
    const guess = await limits.guess(request, userId);
    const context = await contextOf(request, keys, {});
    const written = await changePassword(parts, userId, request.body, context, guess);
    const { byPasskey = false } = signInMeansOf(request);
    await startSessionFor(parts, { request, reply }, written, { byPasskey });
    return changed;
  });

  registerRoute(app, 'DELETE /api/me', { bodyLimit }, async (request, reply) => {
    const userId = signedInUser(request);
    if (parts.requiresPasskeys && !signInMeansOf(request).byPasskey) {
      const { state } = await loadPasskeys(parts, userId);
      if (state.passkeys.length > 0) throw new CommandRejected('passkey-required');
    }
    const guess = await limits.guess(request, userId);
    const { password, pieces } = request.body;
    const proof = await provePassword(parts, userId, password, guess);
    const context = await contextOf(request, keys);
    const { position } = await forget(parts, { userId, pieces, proof }, context);
    // The erasure is decided: the worker retries any step that fails here.
    await finishForgetting(parts, { userId, articleIds: [] }, context).catch((error: unknown) =>
      request.log.warn({ err: error }, 'user not completely erased, the worker will retry'),
    );
    clearSession({ request, reply });
    return sendDone(reply, position);
  });
}

/** Lifetime of a temporary password, in milliseconds. */
const temporaryPasswordLifetime = 60 * 60_000;

/** Registers the routes for operators and the worker. Repeating a request changes nothing more, except exports. */
export function registerOperationsRoutes(app: Server, parts: RouteParts): void {
  const { keys, limits } = parts;
  const issuing = 'POST /api/operations/users/:userId/temporary-passwords';
  registerRoute(app, issuing, options, async (request, reply) => {
    const { userId } = request.params;
    const expiresAt = new Date(parts.now().getTime() + temporaryPasswordLifetime).toISOString();
    const command = { type: 'IssueTemporaryPassword', userId, ...request.body, expiresAt } as const;
    const context = await contextOf(request, keys);
    const { state, position } = await decideAndAppend(parts.log, accountDecider, command, context);
    reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return { expiresAt: accountOf(state)?.temporaryPassword?.expiresAt };
  });

  const finishing = 'POST /api/operations/users/:userId/finish-forgetting';
  registerRoute(app, finishing, options, async (request, reply) => {
    const what = { userId: request.params.userId, articleIds: request.body.articleIds };
    await finishForgetting(parts, what, await contextOf(request, keys));
    return sendDone(reply);
  });

  const asking = 'POST /api/operations/users/:id/ask-idle';
  registerRoute(app, asking, { preValidation: refuseBody }, async (request, reply) => {
    const { position } = await askIdle(parts, request.params.id, await contextOf(request, keys));
    return sendDone(reply, position);
  });

  registerRoute(app, 'POST /api/operations/users/:userId/exports', options, async (request, reply) => {
    const what = { userId: request.params.userId, to: request.body.actor };
    if (what.to.role !== 'service') await limits.take(request, 'export', what.userId);
    return sendDone(reply, (await recordExport(parts, what, await contextOf(request, keys))).position);
  });

  registerRoute(app, 'POST /api/operations/users/forgetting', options, async (request, reply) => {
    const { email, pieces, last: mayBeLast } = request.body;
    const found = await findAccount(parts, email);
    if (!found) throw new CommandRejected('user-not-found');
    const context = await contextOf(request, keys);
    const { userId } = found.account;
    const { position } = await forget(parts, { userId, pieces }, context, { mayBeLast });
    await finishForgetting(parts, { userId, articleIds: [] }, context);
    return sendDone(reply, position);
  });

  registerRoute(app, 'POST /api/operations/administrators/grant', options, async (request, reply) => {
    const granted = await grantAdministrator(parts, request.body.email, await contextOf(request, keys));
    if (!accountOf(granted.state)?.isConfirmed) reply.header('journal-email', 'unconfirmed');
    return sendDone(reply, granted.position);
  });

  registerRoute(app, 'POST /api/operations/administrators/revoke', options, async (request, reply) => {
    const { email, last: mayBeLast = false } = request.body;
    const found = await findAccount(parts, email);
    if (!found) throw new CommandRejected('user-not-found');
    const { log } = parts;
    const { userId } = found.account;
    const checkRemoval = createLastAdministratorCheck(log, userId, mayBeLast);
    const revoked = await removeAdministrator(log, userId, checkRemoval, await contextOf(request, keys));
    return sendDone(reply, revoked.position);
  });
}
