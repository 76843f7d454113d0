import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance } from 'fastify';
import { canonicalAddress } from './page-address.ts';
import { type JournalState, type PageOptions, sendPage } from './render.ts';

/** Every address that is nothing else is a page, or the not-found page. Pages are read only. */
export function registerPages(app: FastifyInstance, options: Omit<PageOptions, 'journal'>): void {
  const journal: JournalState = { published: false };
  app.get('/*', async (request, reply) => {
    if (!request.url.startsWith('/')) throw new ProblemError('invalid-request');
    const canonical = canonicalAddress(options.pages, request.url);
    if (canonical !== undefined) return reply.redirect(canonical, 301);
    return sendPage({ ...options, journal }, request, reply);
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    handler: async () => {
      throw new ProblemError('method-not-allowed', { headers: { allow: 'GET, HEAD' } });
    },
  });
}
