import type { Server } from '@journal/service-kit';
import { slideSession } from '@journal/session';
import Type from 'typebox';
import { accountOfSession, type SessionParts } from './session-account.ts';

const NoQuery = Type.Object({}, { additionalProperties: false });

/** `GET /api/auth/session`: who is signed in, or `null`. A session that is used lasts on. */
export function registerSession(app: Server, parts: SessionParts): void {
  app.get(
    '/api/auth/session',
    { schema: { querystring: NoQuery }, config: { reads: [parts.accountsSide] } },
    async (request, reply) => {
      const account = await accountOfSession(parts, request);
      if (account) slideSession(request);
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
      return JSON.stringify(account?.user ?? null);
    },
  );
}
