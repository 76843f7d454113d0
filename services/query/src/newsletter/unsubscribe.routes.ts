import { newsletterPages, oneClickPath, SubscriptionToken } from '@journal/contracts';
import type { Server } from '@journal/service-kit';

/**
 * Mail programs that know no one-click unsubscribe open its address in a browser: it leads to the page that asks first.
 * Looking changes nothing.
 */
export function registerUnsubscribePage(app: Server): void {
  app.get(oneClickPath, { schema: { querystring: SubscriptionToken } }, async ({ query }, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`${newsletterPages.unsubscribe}?token=${encodeURIComponent(query.token)}`, 303),
  );
}
