import { registerRoute } from '@journal/service-kit';
import { slideSession } from '@journal/session';
import type { Resource } from '../resource.ts';
import { readSessionAccount } from './access.ts';

/** `GET /api/auth/session`: who is signed in, or `null`. A session that is used lasts on. */
export const sessionRoutes: Resource = async (app, context) => {
  registerRoute(
    app,
    'GET /api/auth/session',
    { config: { reads: [context.accountsModel] } },
    async (request, reply) => {
      const account = await readSessionAccount(context, request);
      if (account) slideSession(request);
      reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
      return JSON.stringify(account?.user ?? null);
    },
  );
};
