import { positionHeader } from '@journal/contracts';
import { ProblemError, registerRoute, type Server } from '@journal/service-kit';
import { beginCeremony, endCeremony, sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import { sendDone } from '../http/answers.ts';
import { signedInUser } from '../http/auth.ts';
import { contextOf, normaliseBody, refuseBody, trimBody } from '../http/requests.ts';
import type { RouteParts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend } from '../writing/decide-and-append.ts';
import { provePassword } from './account.handlers.ts';
import { accountOf } from './account.ts';
import { findAccount } from './claims.ts';
import { maxPasskeys, passkeysDecider } from './passkeys.decider.ts';
import {
  addPasskey,
  issueRecoveryCodes,
  loadAccountAt,
  loadPasskeys,
  signInWithPasskey,
  useRecoveryCode,
} from './passkeys.handlers.ts';
import { replaceSession, signInMeansOf, startSessionFor, toSessionUser } from './sessions.ts';
import { ceremonyTimeout, creationOptions, type RelyingParty, signInOptions } from './webauthn.ts';

const bodyLimit = 16 * 1024;
const withoutBody = { bodyLimit, preValidation: refuseBody };

/** Registers the routes for passkeys and recovery codes. None accepts an Idempotency-Key: a ceremony happens once. */
export function registerPasskeyRoutes(app: Server, routeParts: RouteParts, party: RelyingParty): void {
  const parts = { ...routeParts, party };
  const { log, keys, limits, now } = parts;
  const begin = (request: FastifyRequest, challenge: string, userId?: string) =>
    beginCeremony(request, {
      challenge,
      until: now().getTime() + ceremonyTimeout,
      ...(userId && { userId }),
    });

  registerRoute(app, 'POST /api/auth/passkey/options', withoutBody, async (request, reply) => {
    const options = await signInOptions(party);
    begin(request, options.challenge);
    reply.header('cache-control', 'no-store');
    return options;
  });

  registerRoute(app, 'POST /api/auth/passkey', { bodyLimit }, async (request, reply) => {
    const attempt = await limits.attempt(request);
    const given = { answer: request.body, ceremony: endCeremony(request) };
    const written = await signInWithPasskey(parts, given, await contextOf(request, keys), attempt);
    const account = await replaceSession(parts, { request, reply }, written, { byPasskey: true });
    const user = toSessionUser(account);
    await limits.signedIn(request, user.email);
    return user;
  });

  registerRoute(app, 'POST /api/auth/recovery-code', { bodyLimit }, async (request, reply) => {
    const session = requestingSession(request);
    const guess = await limits.guess(request, session.userId);
    const context = await contextOf(request, keys);
    const written = await useRecoveryCode(parts, session, request.body.code, context, guess);
    const means = { ...signInMeansOf(request), byPasskey: true };
    return toSessionUser(await startSessionFor(parts, { request, reply }, written, means));
  });

  // A session left open at school must not gain somebody else's passkey: a ceremony begun here ends with the session.
  registerRoute(app, 'POST /api/me/passkeys/options', { bodyLimit }, async (request, reply) => {
    const userId = signedInUser(request);
    const { state, account } = await loadPasskeys(parts, userId);
    requireProvenSession(request, state.passkeys.length > 0);
    if (state.passkeys.length >= maxPasskeys) throw new CommandRejected('too-many-passkeys');
    const profile = accountOf(account.state)?.profile;
    if (!profile) throw new ProblemError('not-signed-in');
    if (!isProven(request)) {
      const guess = await limits.guess(request, userId);
      await provePassword(parts, userId, request.body.password ?? '', guess);
    }
    const options = await creationOptions(party, { userId, ...profile }, state.passkeys);
    begin(request, options.challenge, userId);
    reply.header('cache-control', 'no-store');
    return options;
  });

  const adding = { bodyLimit, preValidation: trimBody };
  registerRoute(app, 'POST /api/me/passkeys', adding, async (request, reply) => {
    const { userId, sessionVersion } = requestingSession(request);
    await limits.take(request, 'change', userId);
    const proof = { ceremony: endCeremony(request), isProven: isProven(request) };
    const given = { ...request.body, ...proof, sessionVersion };
    const added = await addPasskey(parts, userId, given, await contextOf(request, keys));
    // A user who has just created a passkey has also shown it.
    const means = { ...signInMeansOf(request), byPasskey: true };
    const account = await loadAccountAt(parts, userId, sessionVersion);
    await replaceSession(parts, { request, reply }, account, means);
    reply.code(201);
    return added;
  });

  registerRoute(app, 'DELETE /api/me/passkeys', { bodyLimit }, async (request, reply) => {
    const { userId, sessionVersion } = requestingSession(request);
    await provePassword(parts, userId, request.body.password, await limits.guess(request, userId));
    const own = { at: now().toISOString(), isProven: isProven(request) };
    const command = { type: 'ResetPasskeys', userId, sessionVersion, own } as const;
    const context = await contextOf(request, keys);
    const { position, state } = await decideAndAppend(log, passkeysDecider, command, context);
    const account = await loadAccountAt(parts, userId, state.sessionVersion);
    await startSessionFor(parts, { request, reply }, account, unprovenSignInMeans(request));
    return sendDone(reply, position);
  });

  registerRoute(app, 'DELETE /api/me/passkeys/:passkeyId', withoutBody, async (request, reply) => {
    const { userId, sessionVersion } = requestingSession(request);
    requireProvenSession(request);
    await limits.take(request, 'change', userId);
    const { passkeyId } = request.params;
    const command = { type: 'RemovePasskey', userId, sessionVersion, passkeyId } as const;
    const context = await contextOf(request, keys);
    const { position, state } = await decideAndAppend(log, passkeysDecider, command, context);
    const means = state.passkeys.length > 0 ? signInMeansOf(request) : unprovenSignInMeans(request);
    const account = await loadAccountAt(parts, userId, state.sessionVersion);
    await startSessionFor(parts, { request, reply }, account, means);
    return sendDone(reply, position);
  });

  registerRoute(app, 'POST /api/me/recovery-codes', withoutBody, async (request, reply) => {
    const session = requestingSession(request);
    requireProvenSession(request);
    await limits.take(request, 'change', session.userId);
    const context = await contextOf(request, keys);
    const { recoveryCodes, position } = await issueRecoveryCodes(parts, session, context);
    reply.headers({ [positionHeader]: position, 'cache-control': 'no-store' });
    return { recoveryCodes };
  });

  const resetting = { bodyLimit, preValidation: normaliseBody };
  registerRoute(app, 'POST /api/operations/users/passkeys/reset', resetting, async (request, reply) => {
    const found = await findAccount(parts, request.body.email);
    if (!found) throw new CommandRejected('user-not-found');
    const command = { type: 'ResetPasskeys', userId: found.account.userId } as const;
    const context = await contextOf(request, keys);
    return sendDone(reply, (await decideAndAppend(log, passkeysDecider, command, context)).position);
  });
}

/** Returns the signed-in user, and the version of the session that sent the request. */
function requestingSession(request: FastifyRequest) {
  const userId = signedInUser(request);
  const session = sessionOf(request);
  if (!session) throw new ProblemError('not-signed-in');
  return { userId, sessionVersion: session.version };
}

const isProven = (request: FastifyRequest): boolean => sessionOf(request)?.byPasskey === true;

/** Returns how a session continues once the account has no passkey: a passkey shown before proves nothing any more. */
function unprovenSignInMeans(request: FastifyRequest) {
  const { byPasskey: _gone, ...means } = signInMeansOf(request);
  return means;
}

/** A password alone must not change passkeys, which protect against stolen passwords. */
function requireProvenSession(request: FastifyRequest, hasPasskeys = true): void {
  if (hasPasskeys && !isProven(request)) throw new CommandRejected('passkey-required');
}
