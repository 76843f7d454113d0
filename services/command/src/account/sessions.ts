import { randomUUID } from 'node:crypto';
import { positionHeader, type SessionUser } from '@journal/contracts';
import { sessionStream } from '@journal/events';
import { ProblemError } from '@journal/service-kit';
import { endSession, type Session, sessionOf, startSession } from '@journal/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from '../parts.ts';
import { CommandRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold, type Written } from '../writing/decide-and-append.ts';
import { type RequestContext, randomIds } from '../writing/request-context.ts';
import type { Account, AccountState } from './account.decider.ts';
import { accountOf, actorFor, loadAccount } from './account.ts';
import { deviceOf } from './device.ts';
import { sessionDecider } from './session.decider.ts';

/** Browsers drop the pages that they prefetched for whoever was signed in before. */
const forgetPrefetched = { 'clear-site-data': '"prefetchCache"' };

/** A request and its response, in which a session begins or ends. */
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/**
 * Starts a session for the account in its present state, records it, and resolves with the account. `how` says with what
 * it begins. The response has the account's position; the session's own reads wait for the record, too.
 */
export async function signInTo(
  { log }: Pick<Parts, 'log'>,
  { request, reply }: Exchange,
  { state, position }: Written<AccountState>,
  how: Pick<Session, 'temporaryUntil' | 'byPasskey'> = {},
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
  startSession(request, { id, userId, version, position: recorded.position, ...how });
  reply.headers({ ...forgetPrefetched, 'cache-control': 'no-store', [positionHeader]: position });
  return account;
}

/** Returns with what the session of this request began, for the one that follows it. */
export function howItBegan(request: FastifyRequest): Pick<Session, 'temporaryUntil' | 'byPasskey'> {
  const { temporaryUntil, byPasskey } = sessionOf(request) ?? {};
  return { ...(temporaryUntil !== undefined && { temporaryUntil }), ...(byPasskey && { byPasskey }) };
}

/** Has the browser drop its session, if it has one. */
export function forgetSession({ request, reply }: Exchange): void {
  reply.headers(forgetPrefetched);
  if (sessionOf(request)) endSession(request);
}

/**
 * Ends one session of a user, whichever browser has it; nothing where it was ended before. Throws `session-not-found`
 * for one that the user never had, or that ended with all others.
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

/** Returns what signed-in users are told about themselves. Throws `not-signed-in` if the account's key is gone. */
export function toSessionUser({ userId, profile, roles, createdAt }: Account): SessionUser {
  if (!profile) throw new ProblemError('not-signed-in');
  const { username, fullName, email } = profile;
  const isAdmin = roles.includes('admin');
  return { id: userId, username, fullName, email, isAdmin, roles: [...roles], createdAt };
}
