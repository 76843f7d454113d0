import { randomUUID } from 'node:crypto';
import { positionHeader, type SessionUser } from '@journal/contracts';
import { sessionStream } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import { endSession, type Session, sessionOf, startSession } from '@journal/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { CommandRejected, ignoreRejection } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type WriteResult } from '../writing/decide-and-append.ts';
import { type RequestContext, randomIds } from '../writing/request-context.ts';
import type { Account, AccountState } from './account.decider.ts';
import { accountOf, actorFor, loadAccount } from './account.ts';
import { deviceOf } from './device.ts';
import { sessionDecider } from './session.decider.ts';

/** Makes browsers drop the pages that they prefetched for the previous user. */
const clearPrefetchCache = { 'clear-site-data': '"prefetchCache"' };

/** A request and its response, during which a session begins or ends. */
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Starts a session for the account in its present state, records it, and resolves with the account. `means`: how the
 * user signed in. The response carries the account's position; the session's own reads wait for the record, too.
 */
export async function startSessionFor(
  { log }: Pick<Parts, 'log'>,
  { request, reply }: Exchange,
  { state, position }: WriteResult<AccountState>,
  means: Pick<Session, 'temporaryUntil' | 'byPasskey'> = {},
): Promise<Account> {
  const account = accountOf(state);
  if (!account) throw new ProblemError('not-signed-in');
  const { userId } = account;
  const begun = { sessionId: randomUUID(), userId, version: state.sessionVersion };
  const device = deviceOf(request.headers['user-agent']);
  const context = { actor: actorFor(account), requestId: request.id, ids: randomIds() };
  const command = { type: 'StartSession', ...begun, device } as const;
  const recorded = await decideAndAppend(log, sessionDecider, command, context, { isNew: true });
  const { sessionId: id, version } = begun;
  startSession(request, { id, userId, version, position: recorded.position, ...means });
  reply.headers({ ...clearPrefetchCache, 'cache-control': 'no-store', [positionHeader]: position });
  return account;
}

/**
 * Starts a session as `startSessionFor` does, and ends the one of the same user that the browser had until now. Not for
 * requests with an Idempotency-Key: repeated, they write nothing.
 */
export async function replaceSession(
  parts: Pick<Parts, 'log'>,
  exchange: Exchange,
  written: WriteResult<AccountState>,
  means: Pick<Session, 'temporaryUntil' | 'byPasskey'>,
): Promise<Account> {
  const { request } = exchange;
  const replaced = sessionOf(request);
  const account = await startSessionFor(parts, exchange, written, means);
  const { userId } = account;
  // One of a lower version has already ended.
  if (
    replaced?.id !== undefined &&
    replaced.userId === userId &&
    replaced.version === written.state.sessionVersion
  ) {
    const command = { type: 'EndSession', userId, sessionId: replaced.id } as const;
    const context = { actor: actorFor(account), requestId: request.id, ids: randomIds() };
    await decideAndAppend(parts.log, sessionDecider, command, context).catch(ignoreRejection());
  }
  return account;
}

/** Returns the means of signing in to the session of this request, for the session that follows it. */
export function signInMeansOf(request: FastifyRequest): Pick<Session, 'temporaryUntil' | 'byPasskey'> {
  const { temporaryUntil, byPasskey } = sessionOf(request) ?? {};
  return { ...(temporaryUntil !== undefined && { temporaryUntil }), ...(byPasskey && { byPasskey }) };
}

/** Makes the browser drop its session, if it has one. */
export function clearSession({ request, reply }: Exchange): void {
  reply.headers(clearPrefetchCache);
  if (sessionOf(request)) endSession(request);
}

/**
 * Ends one session of a user, whichever browser has it; does nothing if it has already ended. Throws
 * `session-not-found` for a session that the user never had, or that ended with all others.
 */
export async function endOneSession(
  { log }: Pick<Parts, 'log'>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  context: RequestContext,
): Promise<{ readonly position: string }> {
  const [{ state }, events] = await Promise.all([
    loadAccount(log, userId),
    log.read(sessionStream(sessionId)),
  ]);
  const { begun } = fold(sessionDecider, events).state;
  if (begun?.version !== state.sessionVersion) throw new CommandRejected('session-not-found');
  return decideAndAppend(log, sessionDecider, { type: 'EndSession', userId, sessionId }, context);
}

/** Returns the data that signed-in users see about themselves. Throws `not-signed-in` if the account's key is gone. */
export function toSessionUser({ userId, profile, roles, createdAt }: Account): SessionUser {
  if (!profile) throw new ProblemError('not-signed-in');
  const { username, fullName, email } = profile;
  const isAdmin = roles.includes('admin');
  return { id: userId, username, fullName, email, isAdmin, roles: [...roles], createdAt };
}
