import { positionHeader, type SessionUser } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import { endSession, sessionOf, startSession } from '@journal/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Written } from '../writing/decide-and-append.ts';
import { accountOf } from './account-outcome.ts';
import type { Account, AccountState } from './domain/account.state.ts';

const notKept = { 'cache-control': 'no-store' };

/** The answer's reader is signed in to the account as it stands, until that ends sessions again. */
export function signInTo(
  request: FastifyRequest,
  reply: FastifyReply,
  written: Written<AccountState>,
): Account {
  const account = accountOf(written.state);
  if (!account) throw new ProblemError('not-signed-in');
  const { position, state } = written;
  startSession(request, { userId: account.userId, version: state.sessionVersion, position });
  reply.headers({ ...notKept, [positionHeader]: position });
  return account;
}

/** What signed-in readers are told about themselves; throws where the account's key is gone. */
export function sessionUserOf({ userId, profile, isAdmin, createdAt }: Account): SessionUser {
  if (!profile) throw new ProblemError('not-signed-in');
  const { username, fullName, email } = profile;
  return { id: userId, username, fullName, email, isAdmin, createdAt };
}

/** Answers that it is done, with nothing to show; at `position`, where something was written. */
export function sendDone(reply: FastifyReply, position?: string) {
  if (position !== undefined) reply.header(positionHeader, position);
  return reply.code(204).headers(notKept).send();
}

/** The answer makes the browser forget its session, if it has one. */
export function signOut(request: FastifyRequest): void {
  if (sessionOf(request)) endSession(request);
}
