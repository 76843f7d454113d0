import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { SessionUser, Transport } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageContextServer } from 'vike/types';
import { firstIssueOf } from '../../features/site/issue.ts';
import { acceptedEncoding } from '../http/send-document.ts';
import { contentSecurityPolicy } from '../security/security.ts';
import type { RenderPage } from './load-pages.ts';
import { canonicalAddress, type PageRegistry, pageAddress } from './page-registry.ts';
import { createPageStream } from './page-stream.ts';
import { defaultReadTimeout, firstDayOf, readAs, sessionCookie, sessionOfPage } from './visitor.ts';

export type PageOptions = {
  pages: PageRegistry;
  renderPage: RenderPage;
  transport: Transport;
  site: { name: string; url: string; timeZone: string };
  /** State shared by all pages since the server started: the day of the first article. */
  journal: { firstDay: string | undefined };
  /** FIRST_ISSUE; see `firstIssueOf`. */
  firstIssue?: string | undefined;
  /** Milliseconds that a page waits for its lists before it is sent without them. Default: `defaultBudget`. */
  budget?: number;
  /** Milliseconds after which a read times out. Default: 1,000, or `budget` if that is longer. */
  readTimeout?: number;
  /** Reads and waits already started for the request by the kept pages. */
  early?: {
    /** Whether the request has already waited for its lists; its page then waits no longer. */
    hasWaited(request: IncomingMessage): boolean;
    /** Whether the request has already waited `frameBudget` milliseconds for its session. */
    hasWaitedForSession(request: IncomingMessage): boolean;
    /** Returns a read already started for the request. */
    readOf(request: IncomingMessage, path: string): ReturnType<Read> | undefined;
  };
  dev?: { hotReload: string };
};

/** A page with a longer budget than usual also waits longer for its reads. */
export const readTimeoutOf = ({
  budget = 0,
  readTimeout,
}: Pick<PageOptions, 'budget' | 'readTimeout'>): number =>
  readTimeout ?? Math.max(defaultReadTimeout, budget);

type Read = PageContextServer['pageData']['read'];

/** Milliseconds; leaves time to render a page without its lists within 10 ms. */
export const defaultBudget = 5;
/** Milliseconds that a page waits for the data of its frame: the account and the first issue. */
export const frameBudget = 50;

type Rendering = {
  /** As returned by `pageAddress`. */
  address: string;
  headers: IncomingHttpHeaders;
  session: SessionUser | null | undefined;
  /** Nonce of the inline scripts; if omitted, all of them are known texts. */
  nonce?: string;
  pageData: PageContextServer['pageData'];
};

/** Renders a page. Resolves when its status is known and its body starts to be written. */
async function render(options: PageOptions, { address, headers, session, nonce, pageData }: Rendering) {
  const { renderPage, site, journal, firstIssue } = options;
  const { httpResponse, errorWhileRendering, is404, abortStatusCode } = await renderPage({
    urlOriginal: address,
    headersOriginal: headers,
    ...(nonce === undefined ? {} : { cspNonce: nonce }),
    site: { ...site, firstIssue: journal.firstDay ? firstIssueOf(journal.firstDay, firstIssue) : undefined },
    session,
    pageData,
  });
  // The renderer returns 200 for the data of a missing page, and for a page that reports that its data is missing.
  const pageStatus = is404 === true ? 404 : (abortStatusCode ?? httpResponse.statusCode);
  const isFound = pageStatus === 200;
  const statusCode = isFound && pageData.refused ? 400 : isFound && pageData.lacking ? 503 : pageStatus;
  return { statusCode, httpResponse, error: errorWhileRendering };
}

/**
 * Renders a page completely, without streaming and without a nonce. Resolves with undefined if its status is not 200,
 * 404 or 410.
 */
export async function renderWhole(
  options: PageOptions,
  { address, session, read }: Pick<Rendering, 'address' | 'session'> & { read: Read },
): Promise<{ status: 200 | 404 | 410; html: string; contentType: string } | undefined> {
  options.journal.firstDay ??= await firstDayOf(read, Number.POSITIVE_INFINITY);
  const pageData: PageContextServer['pageData'] = { read, waitsUntil: Number.POSITIVE_INFINITY, whole: true };
  const { statusCode, httpResponse } = await render(options, { address, headers: {}, session, pageData });
  const html = await httpResponse.getBody();
  const contentType = httpResponse.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isKnown = statusCode === 200 || statusCode === 404 || statusCode === 410;
  if (!isKnown || contentType === undefined) return undefined;
  return { status: statusCode, html, contentType };
}

/**
 * Sends the page of this address. The status is decided before the first byte; then the page is streamed, compressed
 * and flushed as it is rendered. When the reader disconnects, the reads are aborted. How long a page waits depends only
 * on its own reads and reader, never on failures of other requests.
 */
async function sendPage(
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, transport, journal, budget = defaultBudget, early, dev } = options;
  const nonce = randomBytes(16).toString('base64url');
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  const whole = wantsWholePage(request);
  const waitsFor = (milliseconds: number) => (whole ? Number.POSITIVE_INFINITY : milliseconds);
  const listBudget = early?.hasWaited(request.raw) ? 0 : budget;
  const frameWait =
    Math.max(frameBudget, budget) - (early?.hasWaitedForSession(request.raw) ? frameBudget : 0);
  const readApi = readAs(request, transport, disconnected.signal, readTimeoutOf(options));
  // A read that failed for other requests is retried for this one.
  const read: Read = (path) => early?.readOf(request.raw, path)?.catch(() => readApi(path)) ?? readApi(path);
  const [session, firstDay] = await Promise.all([
    sessionOfPage(request, reply, {
      read,
      budget: waitsFor(frameWait),
      isNeeded: pages.needsSession(request.url),
    }),
    // Once it is known, no page of this process waits for it again.
    journal.firstDay ?? firstDayOf(read, frameWait),
  ]);
  journal.firstDay ??= firstDay;
  const { statusCode, httpResponse, error } = await render(options, {
    address: pageAddress(pages, request.url),
    headers: request.headers,
    session,
    nonce,
    pageData: { read, waitsUntil: performance.now() + waitsFor(listBudget), whole },
  });
  if (statusCode === 500) request.log.error({ err: error }, 'page failed');

  for (const [name, value] of httpResponse.headers) reply.header(name, value);
  reply.code(statusCode);
  reply.header('content-security-policy', contentSecurityPolicy({ nonce, ...(dev ? { dev } : {}) }));
  reply.header('cache-control', cacheControl(statusCode, request));
  if (pages.isSecret(request.url)) reply.headers(headersOfSecret);
  if (statusCode === 503) reply.header('retry-after', '5');

  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.header('vary', 'accept-encoding, user-agent, cookie');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  const { writable, readable } = createPageStream(encoding);
  httpResponse.pipe(writable);
  return reply.send(readable);
}

const headersOfSecret = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Returns the Cache-Control of a page: a page with a session must not be stored. */
function cacheControl(statusCode: number, { headers }: FastifyRequest): string {
  if (statusCode >= 500) return 'no-store';
  return sessionCookie(headers.cookie) === undefined ? 'private, no-cache' : 'private, no-store';
}

const machine =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|embed|archiver|lighthouse|headless(?!chrome)/i;

/**
 * Returns whether the client gets the whole page instead of a stream: on request (`?whole=1`, to which pages redirect
 * browsers without scripts), and always if it is not a person's browser.
 */
export function wantsWholePage(request: FastifyRequest): boolean {
  const agent = request.headers['user-agent'] ?? '';
  if (!agent.startsWith('Mozilla/5.0') || machine.test(agent)) return true;
  return (request.query as Record<string, unknown>).whole !== undefined;
}

/** Every address that no other route serves is a page or the not-found page. Pages are read-only. */
export function registerPages(app: FastifyInstance, options: PageOptions): void {
  app.get('/*', async (request, reply) => {
    if (!request.url.startsWith('/')) throw new ProblemError('invalid-request');
    const canonical = canonicalAddress(options.pages, request.url);
    if (canonical !== undefined) return reply.redirect(canonical, 301);
    return sendPage(options, request, reply);
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/*',
    handler: async () => {
      throw new ProblemError('method-not-allowed', { headers: { allow: 'GET, HEAD' } });
    },
  });
}
