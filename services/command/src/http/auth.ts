import { positionHeader } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import { userStream } from '@journal/events';
import type { Server } from '@journal/service-kit';
import {
  endSession,
  parseSessionKeys,
  registerSessions,
  rememberPosition,
  sessionOf,
} from '@journal/session';
import type { FastifyRequest } from 'fastify';
import { accountDecider } from '../account/account.decider.ts';
import { type AccessOf, registerRequester, requesterOf, requirePermissions } from './requester.ts';
import { refuseOtherOrigins } from './same-origin.ts';

export type AuthOptions = {
  readonly serviceToken: string;
  /** As `SESSION_KEYS`. */
  readonly sessionKeys: string;
  /** The origin by which readers reach the journal. */
  readonly origin: string;
  readonly accessOf: AccessOf;
};

/** From here on every route must declare its `Access`, and admits nobody else. Await it before registering any route. */
export async function registerAuth(app: Server, options: AuthOptions): Promise<void> {
  keepSessions(app);
  refuseOtherOrigins(app, options.origin);
  await registerSessions(app, { keys: parseSessionKeys(options.sessionKeys), origin: options.origin });
  registerRequester(app, options);
  requirePermissions(app);
}

/**
 * Before a response is sent, stores its position in the session, and clears the cookie of a session that is over. Must
 * be called before `registerSessions`, whose own hook then writes the cookie.
 */
function keepSessions(app: Server): void {
  app.addHook('onSend', async (request, reply) => {
    if (hasEndedSession(request)) return endSession(request);
    const position = reply.getHeader(positionHeader);
    if (typeof position === 'string' && requesterOf(request).kind !== 'service')
      rememberPosition(request, position);
  });
}

/** Whether the session that the request came with is over and no other has started in its place. */
function hasEndedSession(request: FastifyRequest): boolean {
  const requester = requesterOf(request);
  const over = requester.kind === 'visitor' ? requester.over : undefined;
  const session = over && sessionOf(request);
  return session !== undefined && session.userId === over?.userId && session.version === over.version;
}

/** Reads a user's events as they are stored: it needs no key, so it is right for whoever was just forgotten, too. */
export function createAccessOf(store: Pick<EventStore, 'read'>): AccessOf {
  return async (userId) => {
    let state = accountDecider.initialState;
    for await (const event of store.read(userStream(userId)))
      state = accountDecider.evolve(state, event as never);
    if (state.status !== 'registered') return undefined;
    return { version: state.sessionVersion, isAdmin: state.account.isAdmin };
  };
}
