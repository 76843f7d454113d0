import { isIP } from 'node:net';
import { ProblemError } from '@journal/service-kit';
import { isLocalOrigin } from '@journal/session';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBearer, isSafe } from './auth.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages and programs of other sites may send requests to it, too, such as a one-click unsubscribe. */
    fromAnyOrigin?: boolean;
  }
}

/**
 * Rejects with `other-origin` requests that a page of another site makes a browser send, on known and unknown paths.
 * Admits requests that only read, are not from a browser, or have a bearer token, which no page can add. `origin`: the
 * journal's.
 */
export function refuseOtherOrigins(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request) => {
    if (isSafe(request) || hasBearer(request) || request.routeOptions.config.fromAnyOrigin) return;
    if (!isSameOrigin(request, origin)) throw new ProblemError('other-origin');
  });
}

function isSameOrigin({ headers, host }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site'];
  // Only browsers set this header, and no proxy or host name in between can falsify it.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (headers.origin === undefined) return true;
  return headers.origin === own || (isLocalOrigin(own) && localOrigins(own, host).includes(headers.origin));
}

/**
 * On one machine the journal is reached under several names, and within its network at the machine's addresses. Any
 * other name in Host may come from a stranger's domain that points here.
 */
function localOrigins(own: string, host: string): string[] {
  const { protocol, port } = new URL(own);
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${protocol}//${name}:${port}`);
  const asked = URL.parse(`${protocol}//${host}`);
  const isOurs = asked && (isLocalOrigin(asked.origin) || isIP(asked.hostname.replace(/^\[|\]$/g, '')) > 0);
  return [...names, ...(isOurs ? [asked.origin] : [])].map((url) => new URL(url).origin);
}
