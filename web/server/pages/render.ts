import { randomBytes } from 'node:crypto';
import type { Transport } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../api/session-cookie.ts';
import { readAs, readTimeout } from '../api/visitor-api.ts';
import { acceptedEncoding } from '../http/accepted-encoding.ts';
import { contentSecurityPolicy } from '../security/security.ts';
import type { RenderPage } from './load-pages.ts';
import { pageAddress } from './page-address.ts';
import type { PageRegistry } from './page-registry.ts';
import { hasArticles, sessionOfPage } from './page-session.ts';
import { createPageStream } from './page-stream.ts';
import { wantsWholePage } from './reader.ts';

export type PageOptions = {
  pages: PageRegistry;
  renderPage: RenderPage;
  transport: Transport;
  site: { name: string; url: string };
  journal: JournalState;
  /** Milliseconds that a page waits for its lists before it is sent without them; 50 unless told. */
  budget?: number;
  dev?: { hotReload: string };
};

/** Whether any page has seen an article since the server started. */
export type JournalState = { published: boolean };

/**
 * Answers with the page of this address. The status is decided before the first byte; from then on the page streams,
 * compressed and flushed as it comes. When the reader leaves, the reads are aborted. How long a page waits depends on its
 * own reads and reader only, never on what failed for others.
 */
export async function sendPage(
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, renderPage, transport, site, journal, budget = 50, dev } = options;
  const nonce = randomBytes(16).toString('base64url');
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const whole = wantsWholePage(request);
  // A page that waits longer than usual waits for its reads as well.
  const read = readAs(request, transport, left.signal, Math.max(readTimeout, budget));
  const [session, hasArticle] = await Promise.all([
    sessionOfPage(request, reply, {
      read,
      budget: whole ? Number.POSITIVE_INFINITY : budget,
      isNeeded: pages.needsSession(request.url),
    }),
    journal.published || hasArticles(read, budget),
  ]);
  journal.published ||= hasArticle;
  const pageData: {
    read: typeof read;
    budget: number;
    whole: boolean;
    lacking?: boolean;
    refused?: boolean;
  } = {
    read,
    budget: whole ? Number.POSITIVE_INFINITY : budget,
    whole,
  };

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
  const statusCode = pageStatus === 200 ? statusOf(pageData) : pageStatus;
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

/** The status of a page that is there. */
function statusOf({ lacking, refused }: { lacking?: boolean; refused?: boolean }): number {
  if (refused) return 400;
  return lacking ? 503 : 200;
}

/** Returns the Cache-Control of a page: a page of a session must not be stored. */
function cacheControl(statusCode: number, { headers }: FastifyRequest): string {
  if (statusCode >= 500) return 'no-store';
  return sessionCookie(headers.cookie) === undefined ? 'private, no-cache' : 'private, no-store';
}
