import { capabilityFor, isForPrograms } from '@journal/contracts';
import { type Capability, may } from '@journal/events/fields';
import { isPasskeyRequired, ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import { awaitsPasskey, endSession, type Session, sessionOf } from '@journal/session';
import type { FastifyRequest } from 'fastify';
import type { QueryConfig } from '../config.ts';
import type { PositionWaits } from '../tracker/position-waits.ts';
import { isBehind, lowestOf } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { AccountsStore, SessionAccount, StoredAccount } from './accounts.store.ts';

/** The route's `config.reads` must include the model of the accounts. */
type SessionReads = {
  readonly accounts: AccountsStore;
  readonly accountsModel: TrackedModel;
  readonly sessionsModel: TrackedModel;
  readonly waits: PositionWaits;
  readonly config: Pick<QueryConfig, 'REQUIRE_PASSKEYS' | 'PUBLIC_URL' | 'PORT'>;
};

const accountKey = 'account';
const retryInOneSecond = { headers: { 'retry-after': '1' } };

/**
 * Enforces each route's `config.access` with 401 and 403. Registering an API route that declares none throws. On
 * routes that programs may use too, an Authorization header, if present, must contain the service token; otherwise the
 * session decides. Register this before the routes and after the wait for positions.
 */
export function registerAccess(app: Server, reads: SessionReads, serviceToken: string): void {
  const requireToken = requireServiceToken(serviceToken);
  const isProgram = (request: FastifyRequest) => request.headers.authorization !== undefined;

  app.decorateRequest(accountKey, null);
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && config?.access === undefined) throw new Error(`${url} declares no access`);
  });
  // Visitors are refused before anything else in the request is examined.
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    const isForProgram = isProgram(request) || !sessionOf(request);
    if (access === undefined || !isForPrograms(access) || (access !== 'service' && !isForProgram))
      return done();
    requireToken(request).then(() => done(), done);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public' || access === 'service') return done();
    if (isForPrograms(access) && isProgram(request)) return done();
    requireAccount(reads, request, capabilityFor(access)).then(() => done(), done);
  });
}

/**
 * Resolves if the user is signed in and has the capability, if one is given. Rejects with the problem otherwise. A
 * route that is public except for a part of it calls this itself, with its `config.reads` as above.
 */
export async function requireAccount(
  reads: SessionReads,
  request: FastifyRequest,
  capability: Capability | undefined,
): Promise<void> {
  const account = await readSessionAccount(reads, request);
  if (!account) throw new ProblemError('not-signed-in');
  if (capability && !may(account.user.roles, capability)) throw new ProblemError('not-allowed');
  if (capability && isPasskeyAwaited(reads, request, account)) throw new ProblemError('passkey-required');
  request.setDecorator(accountKey, account);
}

/** Whether this session must present a passkey before the newsroom answers. */
export const isPasskeyAwaited = (
  { config }: Pick<SessionReads, 'config'>,
  request: FastifyRequest,
  { user }: StoredAccount,
): boolean =>
  awaitsPasskey(sessionOf(request), {
    seesAddresses: may(user.roles, 'look-up-addresses'),
    isRequired: isPasskeyRequired(config),
  });

/** Returns the account of the signed-in user, or undefined on public routes and for programs. */
export function accountOf(request: FastifyRequest): StoredAccount | undefined {
  return request.getDecorator<StoredAccount | null>(accountKey) ?? undefined;
}

/** Whether the caller, on a route for a capability, has this one, too. Programs have every capability. */
export function isAbleTo(request: FastifyRequest, capability: Capability): boolean {
  const account = accountOf(request);
  return !account || may(account.user.roles, capability);
}

/** Returns the id of a caller who may read only the pitches that they look after, or undefined for everybody else. */
export const reviewerOf = (request: FastifyRequest): string | undefined =>
  isAbleTo(request, 'read-all-pitches') ? undefined : signedInAccount(request).user.id;

/** Returns the caller's account, on a route for signed-in users. */
export function signedInAccount(request: FastifyRequest): StoredAccount {
  const account = accountOf(request);
  if (!account) throw new ProblemError('not-signed-in');
  return account;
}

/**
 * Resolves with the account of the request's session. Resolves with undefined for a visitor, and for a session that
 * has ended; the response then deletes its cookie, unless the account changed or the session ended within the last
 * minute. Rejects with 503 while the tables may not know the session yet, because a wrong "no" would sign the user out,
 * and while they may not know that it has ended.
 */
export async function readSessionAccount(
  reads: SessionReads,
  request: FastifyRequest,
): Promise<StoredAccount | undefined> {
  const session = sessionOf(request);
  if (!session) return undefined;
  const { accountsModel, sessionsModel } = reads;
  if (!accountsModel.ready || !sessionsModel.ready || isBehind(request, accountsModel))
    throw new ProblemError('unavailable', retryInOneSecond);
  const account = await readAccount(reads, session);
  if (account && account.sessionVersion < session.version)
    throw new ProblemError('unavailable', retryInOneSecond);
  if (account?.sessionVersion === session.version && !account.hasEnded) return account;
  // If the session was replaced a moment ago, the browser may already have the next one's cookie, which must be kept.
  if (account === undefined || !(await reads.accounts.hasJustChanged(session))) endSession(request);
  return undefined;
}

/** Waits until the tables know every ended session of the user. Rejects with 503 if that takes too long. */
async function readAccount(reads: SessionReads, session: Session): Promise<SessionAccount | undefined> {
  const { accounts, accountsModel, sessionsModel } = reads;
  const { userId } = session;
  const known = lowestOf([accountsModel, sessionsModel]);
  const account = await accounts.account(session);
  const end = (account ? account.lastEnd : (await accounts.sessionEnds([userId])).get(userId)) ?? '';
  if (end <= known) return account;
  if (!(await hasAppliedEnd(reads, end))) throw new ProblemError('unavailable', retryInOneSecond);
  return accounts.account(session);
}

/** Resolves with the users for whom the tables may currently contain a session that has ended. */
export async function staleUsers(
  reads: SessionReads,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ends = [...(await reads.accounts.sessionEnds(userIds))];
  const known = await Promise.all(ends.map(([_userId, end]) => hasAppliedEnd(reads, end, 0)));
  return new Set(ends.filter((_end, index) => !known[index]).map(([userId]) => userId));
}

/** Resolves with whether the tables know, within `timeout` milliseconds, which sessions have ended up to a position. */
async function hasAppliedEnd(
  { accountsModel, sessionsModel, waits }: SessionReads,
  position: string,
  timeout?: number,
): Promise<boolean> {
  const models = [accountsModel, sessionsModel];
  const reached = await Promise.all(models.map((model) => waits.reach(model, [position], timeout)));
  return !reached.includes(false);
}
