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
import { firstDayOf, readAs, sessionCookie, sessionOfPage, usualReadTimeout } from './visitor.ts';

export type PageOptions = {
  pages: PageRegistry;
  renderPage: RenderPage;
  transport: Transport;
  site: { name: string; url: string; timeZone: string };
  /** What any page has seen since the server started: the day of the first article. */
  journal: { firstDay: string | undefined };
  /** FIRST_ISSUE; see `firstIssueOf`. */
  firstIssue?: string | undefined;
  /** Milliseconds that a page waits for its lists before it is sent without them; `usualBudget` unless told. */
  budget?: number;
  /** Milliseconds after which a read is given up; a second, or `budget` where that is longer, unless told. */
  readTimeout?: number;
  /** What was done for the request before it came here. */
  early?: {
    /** Whether it has waited for its lists already: then its page waits no longer. */
    hasWaited(request: IncomingMessage): boolean;
    /** Whether it has waited for its session for `frameBudget` milliseconds already. */
    hasWaitedForSession(request: IncomingMessage): boolean;
    /** A read for it that has begun. */
    readOf(request: IncomingMessage, path: string): ReturnType<Read> | undefined;
  };
  dev?: { hotReload: string };
};

/** A page that waits longer than usual waits for its reads as well. */
export const readTimeoutOf = ({
  budget = 0,
  readTimeout,
}: Pick<PageOptions, 'budget' | 'readTimeout'>): number => readTimeout ?? Math.max(usualReadTimeout, budget);

type Read = PageContextServer['pageData']['read'];

/** Milliseconds that leave time to render a page without its lists before 10 have passed. */
export const usualBudget = 5;
/** Milliseconds that a page waits for what its frame shows: the account, and the first issue. */
export const frameBudget = 50;

type Rendering = {
  /** As `pageAddress` returns it. */
  address: string;
  headers: IncomingHttpHeaders;
  session: SessionUser | null | undefined;
  /** Of the inline scripts; where left out, they are all known texts. */
  nonce?: string;
  pageData: PageContextServer['pageData'];
};

/** Renders a page. Resolves when its status is known and it begins to be written. */
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
  // The renderer answers 200 with the data of a page that is not there, and with a page that says what it lacks.
  const pageStatus = is404 === true ? 404 : (abortStatusCode ?? httpResponse.statusCode);
  const isThere = pageStatus === 200;
  const statusCode = isThere && pageData.refused ? 400 : isThere && pageData.lacking ? 503 : pageStatus;
  return { statusCode, httpResponse, error: errorWhileRendering };
}

/**
 * Renders a page with everything in its place and without a nonce. Resolves with undefined where its status is neither
 * 200, 404 nor 410.
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
 * Answers with the page of this address. The status is decided before the first byte; from then on the page streams,
 * compressed and flushed as it comes. When the reader leaves, the reads are aborted. How long a page waits depends on its
 * own reads and reader only, never on what failed for others.
 */
async function sendPage(
  options: PageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pages, transport, journal, budget = usualBudget, early, dev } = options;
  const nonce = randomBytes(16).toString('base64url');
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const whole = wantsWholePage(request);
  const waitsFor = (milliseconds: number) => (whole ? Number.POSITIVE_INFINITY : milliseconds);
  const listBudget = early?.hasWaited(request.raw) ? 0 : budget;
  const frameWait =
    Math.max(frameBudget, budget) - (early?.hasWaitedForSession(request.raw) ? frameBudget : 0);
  const ask = readAs(request, transport, left.signal, readTimeoutOf(options));
  // A read that failed for others is tried again for this reader.
  const read: Read = (path) => early?.readOf(request.raw, path)?.catch(() => ask(path)) ?? ask(path);
  const [session, firstDay] = await Promise.all([
    sessionOfPage(request, reply, {
      read,
      budget: waitsFor(frameWait),
      isNeeded: pages.needsSession(request.url),
    }),
    // Once it is known, no page of this process waits for it.
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
  if (statusCode === 500) request.log.error({ err: error }, 'the page failed');

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
