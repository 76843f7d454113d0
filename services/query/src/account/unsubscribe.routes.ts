import { newsletterPages } from '@journal/contracts';
import { registerRoute } from '@journal/service-kit';
import type { Resource } from '../resource.ts';

/**
 * Mail programs that know no one-click unsubscribe open its address in a browser: it redirects to the page that asks
 * first. Reading changes nothing.
 */
export const unsubscribeRoutes: Resource = async (app) => {
  registerRoute(app, 'GET /api/newsletter/unsubscribe', {}, async ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${newsletterPages.unsubscribe}?token=${encodeURIComponent(query.token)}`, 303),
  );
};
