import { createSubscriptionLinks } from '@journal/events';
import { createKeyedHash } from '@journal/vault';
import type { CommandParts } from '../command.app.ts';
import { createCommandSide } from './command-side.ts';

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** The command side as a reader of the newsletter meets it; `mailed` gives the links that the worker would mail. */
export async function createNewsletterSide(parts: Partial<CommandParts> = {}) {
  const side = await createCommandSide({ wait: async () => {}, ...parts });
  const links = createSubscriptionLinks(createKeyedHash(side.vault));
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    side.app.inject({ method: 'POST', url, payload, headers });
  return {
    ...side,
    links,
    post,
    subscribe: (email: unknown, headers: Record<string, string> = {}) =>
      post('/api/newsletter/subscriptions', { email }, headers),
    confirm: (token: string) => post('/api/newsletter/confirmation', { token }),
    unsubscribe: (token: string) => post('/api/newsletter/unsubscription', { token }),
    oneClick: (token: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = {}) =>
      post(`/api/newsletter/unsubscribe?token=${encodeURIComponent(token)}`, body, {
        ...formType,
        ...headers,
      }),
    submit: (path: string, fields: Record<string, string>) =>
      post(path, new URLSearchParams(fields).toString(), formType),
    /** The tokens of the newest mail. */
    async mailed() {
      const { stream, data } = side.log.findLast(({ type }) => type === 'SubscriptionRequested') ?? {};
      const { subscriberId, requestId } = data as { subscriberId: string; requestId: string };
      const about = { hash: String(stream).replace('newsletter-', ''), subscriberId };
      return {
        ...about,
        requestId,
        confirmation: await links.confirmationToken({ ...about, requestId }),
        unsubscribe: await links.unsubscribeToken(about),
      };
    },
    newsletterEvents: () =>
      side.log.filter(({ stream }) => stream.startsWith('newsletter-')).map(({ type }) => type),
  };
}
