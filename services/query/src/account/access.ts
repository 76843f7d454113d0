import type { Access } from '@journal/contracts';
import { ProblemError, requireServiceToken, type Server } from '@journal/service-kit';
import { endSession, sessionOf } from '@journal/session';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { isBehind } from '../tracker/read-your-writes.ts';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import type { AccountsStore, StoredAccount } from './accounts.store.ts';

export type SessionReads = {
  readonly accounts: AccountsStore;
  /** That of the accounts; the route's `config.reads` has to name it. */
  readonly accountsModel: TrackedModel;
};

type Hooks = Pick<RouteOptions, 'onRequest' | 'preHandler'>;

const accountKey = 'account';
const untilCaughtUp = { headers: { 'retry-after': '1' } };

/**
 * Lets through whom each route's `config.access` names; 401 and 403 otherwise. Registering a route of the API that
 * names nobody throws. On routes for administrators and programs an Authorization header has to hold the service token wherever it
 * comes; without one the session counts. To be registered before the routes, after the wait for positions.
 */
export function registerAccess(app: Server, reads: SessionReads, serviceToken: string): void {
  const requireToken = requireServiceToken(serviceToken);
  const isProgram = (request: FastifyRequest) => request.headers.authorization !== undefined;

  async function requireAccount(request: FastifyRequest): Promise<StoredAccount> {
    const account = await readSessionAccount(reads, request);
    if (!account) throw new ProblemError('not-signed-in');
    request.setDecorator(accountKey, account);
    return account;
  }

  const hooks: Partial<Record<Access, Hooks>> = {
    public: {},
    'signed-in': {
      preHandler: async (request) => void (await requireAccount(request)),
    },
    'admin-or-service': {
      // Visitors go before anything else of the request is looked at.
      async onRequest(request) {
        if (isProgram(request) || !sessionOf(request)) await requireToken(request);
      },
      async preHandler(request) {
        if (isProgram(request)) return;
        const { user } = await requireAccount(request);
        if (!user.isAdmin) throw new ProblemError('not-allowed');
      },
    },
    service: { onRequest: async (request) => void (await requireToken(request)) },
  };

  app.decorateRequest(accountKey, null);
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    const access = route.config?.access;
    const ofAccess = access && hooks[access];
    if (!ofAccess) throw new Error(`${route.url} does not say who may use it`);
    Object.assign(route, ofAccess);
  });
}

/** Returns who asks; undefined on public routes, and where a program does. */
export function accountOf(request: FastifyRequest): StoredAccount | undefined {
  return request.getDecorator<StoredAccount | null>(accountKey) ?? undefined;
}

/** Returns who asks, on a route for the signed in. */
export function signedInAccount(request: FastifyRequest): StoredAccount {
  const account = accountOf(request);
  if (!account) throw new ProblemError('not-signed-in');
  return account;
}

/**
 * Resolves with the account whose session came with the request; with undefined for a visitor, and for a session that
 * is over, whose cookie the answer takes back. Rejects with 503 while the tables may not know the session yet, because
 * a wrong "no" would sign somebody out.
 */
export async function readSessionAccount(
  { accounts, accountsModel }: SessionReads,
  request: FastifyRequest,
): Promise<StoredAccount | undefined> {
  const session = sessionOf(request);
  if (!session) return undefined;
  if (!accountsModel.ready || isBehind(request, accountsModel))
    throw new ProblemError('unavailable', untilCaughtUp);
  const account = await accounts.account(session.userId);
  if (account && account.sessionVersion < session.version)
    throw new ProblemError('unavailable', untilCaughtUp);
  if (account?.sessionVersion === session.version) return account;
  endSession(request);
  return undefined;
}
