import { randomBytes } from 'node:crypto';
import type { Transport } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageContextServer } from 'vike/types';
import { acceptedEncoding } from '../http/send-document.ts';
import { contentSecurityPolicy } from '../security/security.ts';
import type { RenderPage } from './load-pages.ts';
import { canonicalAddress, type PageRegistry, pageAddress } from './page-registry.ts';
import { createPageStream } from './page-stream.ts';
import { hasArticles, readAs, readTimeout, sessionCookie, sessionOfPage } from './visitor.ts';

type PageOptions = {
  pages: PageRegistry;
  renderPage: RenderPage;
  transport: Transport;
  site: { name: string; url: string };
  /** Whether any page has seen an article since the server started. */
  journal: { published: boolean };
  /** Milliseconds that a page waits for its lists before it is sent without them; 50 unless told. */
  budget?: number;
  dev?: { hotReload: string };
};

/**
 * Answers with the page of this address. The status is decided before the first byte; from then on the page streams,
 * compressed and flushed as it comes. When the reader leaves, the reads are aborted. How long a page waits depends on its
 * own reads and reader only, never on what failed for others.
 */
async function sendPage(
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, renderPage, transport, site, journal, budget = 50, dev } = options;
  const nonce = randomBytes(16).toString('base64url');
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const whole = wantsWholePage(request);
  const readBudget = whole ? Number.POSITIVE_INFINITY : budget;
  // A page that waits longer than usual waits for its reads as well.
  const read = readAs(request, transport, left.signal, Math.max(readTimeout, budget));
  const [session, hasArticle] = await Promise.all([
    sessionOfPage(request, reply, {
      read,
      budget: readBudget,
      isNeeded: pages.needsSession(request.url),
    }),
    journal.published || hasArticles(read, budget),
  ]);
  journal.published ||= hasArticle;
  const pageData: PageContextServer['pageData'] = { read, budget: readBudget, whole };

  const { httpResponse, errorWhileRendering, is404, abortStatusCode } = await renderPage({
    urlOriginal: pageAddress(pages, request.url),
    headersOriginal: request.headers,
    cspNonce: nonce,
    site: { ...site, published: journal.published },
    session,
    pageData,
  });

  // The renderer answers 200 with the data of a page that is not there, and with a page that says what it lacks.
  const pageStatus = is404 === true ? 404 : (abortStatusCode ?? httpResponse.statusCode);
  const isThere = pageStatus === 200;
  const statusCode = isThere && pageData.refused ? 400 : isThere && pageData.lacking ? 503 : pageStatus;
  if (statusCode === 500) request.log.error({ err: errorWhileRendering }, 'the page failed');

  for (const [name, value] of httpResponse.headers) reply.header(name, value);
  reply.code(statusCode);
  reply.header('content-security-policy', contentSecurityPolicy({ nonce, ...(dev ? { dev } : {}) }));
  reply.header('cache-control', cacheControl(statusCode, request));
  if (statusCode === 503) reply.header('retry-after', '5');

  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding, user-agent, cookie');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const { writable, readable } = createPageStream(encoding);
  httpResponse.pipe(writable);
  return reply.send(readable);
}

/** Returns the Cache-Control of a page: a page of a session must not be stored. */
function cacheControl(statusCode: number, { headers }: FastifyRequest): string {
  if (statusCode >= 500) return 'no-store';
  return sessionCookie(headers.cookie) === undefined ? 'private, no-cache' : 'private, no-store';
}

const machine =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|embed|archiver|lighthouse|headless(?!chrome)/i;

/**
 * Returns whether this client gets the whole page instead of a stream: on request (`?whole=1`, where a page sends browsers
 * without scripts), and every client that is no browser of a person.
 */
export function wantsWholePage(request: FastifyRequest): boolean {
  const agent = request.headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0') || machine.test(agent)) return true;
  return (request.query as Record<string, unknown>).whole !== undefined;
}

/** Every address that is nothing else is a page, or the not-found page. Pages are read only. */
export function registerPages(app: FastifyInstance, options: Omit<PageOptions, 'journal'>): void {
  const journal = { published: false };
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
