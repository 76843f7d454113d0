import { ProblemError } from '@journal/service-kit';
import { endSession, sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import { isBehind } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { AccountsStore, StoredAccount } from './accounts.store.ts';

export type SessionParts = {
  readonly accounts: AccountsStore;
  /** Of the accounts' tables; the route's `config.reads` has to name it. */
  readonly accountsSide: TrackedModel;
};

const untilCaughtUp = { headers: { 'retry-after': '1' } };

/**
 * The account whose session came with the request; undefined for a visitor and for a session that is over, whose cookie
 * the answer takes back. While the tables may not know the session yet nothing is said: 503, because a wrong "no" would
 * sign somebody out.
 */
export async function accountOfSession(
  { accounts, accountsSide }: SessionParts,
  request: FastifyRequest,
): Promise<StoredAccount | undefined> {
  const session = sessionOf(request);
  if (!session) return undefined;
  if (!accountsSide.ready || isBehind(request, accountsSide))
    throw new ProblemError('unavailable', untilCaughtUp);
  const account = await accounts.account(session.userId);
  if (account && account.sessionVersion < session.version)
    throw new ProblemError('unavailable', untilCaughtUp);
  if (account?.sessionVersion === session.version) return account;
  endSession(request);
  return undefined;
}

/** The same for what nobody sees who is not signed in: 401. */
export async function signedInAccount(parts: SessionParts, request: FastifyRequest): Promise<StoredAccount> {
  const account = await accountOfSession(parts, request);
  if (!account) throw new ProblemError('not-signed-in');
  return account;
}
