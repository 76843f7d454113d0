import { positionHeader, type Transport } from '@journal/contracts';
import {
  type EarlyClient,
  type EarlyRequest,
  type EarlyResponder,
  type EarlyResponse,
  matchesEtag,
} from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import { sessionPath } from '../../data/session.ts';
import { withinBudget } from '../../data/within-budget.ts';
import { acceptedEncoding, type Encoding } from '../http/send-document.ts';
import { type PageRegistry, readingAddress } from '../pages/page-registry.ts';
import { frameBudget } from '../pages/render.ts';
import { readAs, sessionCookie } from '../pages/visitor.ts';
import type { KeptPages } from './kept-pages.ts';
import type { PreparedAnswer, PreparedPage } from './prepared-page.ts';
import { createSignedInPages, readKnownSession } from './signed-in-pages.ts';
import type { EarlyReads } from './watched-reads.ts';

type AnswerOptions = {
  readonly kept: KeptPages;
  readonly pages: PageRegistry;
  readonly transport: Transport;
  readonly log: FastifyBaseLogger;
  readonly early: EarlyReads;
};

/**
 * Time that a request whose reads have finished waits for its page, in milliseconds. Giving up would mean rendering
 * again.
 */
const renderWait = 1_000;

/** A request that a kept page may answer. */
type PendingRequest = {
  readonly request: EarlyRequest;
  readonly client: EarlyClient;
  readonly address: string;
  readonly encoding: Encoding;
};

/**
 * Answers GET and HEAD requests for pages for reading with kept pages, for visitors and signed-in users, in the state
 * that they have already seen or a later one. Leaves all other requests, and those it can't answer almost immediately,
 * to Fastify.
 */
export function createKeptResponder({ kept, pages, transport, log, early }: AnswerOptions): EarlyResponder {
  const { cache, follower } = kept;
  const pageFor = createSignedInPages(kept);

  /** Resolves with the visitors' page if it is kept, or loaded soon enough. */
  async function visitorsPage({ request, address }: PendingRequest): Promise<PreparedPage | undefined> {
    if (!follower.isCurrent) return undefined;
    const load = cache.load(address);
    if (!load) return undefined;
    const reads = load.late.then((begun) => void early.late.set(request, begun));
    return (await withinBudget(Promise.race([load.loaded, reads]), renderWait)) ?? undefined;
  }

  async function respondLater(pending: PendingRequest): Promise<EarlyResponse | undefined> {
    const { request, client, address, encoding } = pending;
    // Shared by two waits: for the session, and for the position it has seen.
    const deadline = performance.now() + frameBudget;
    const timeLeft = () => Math.max(0, deadline - performance.now());
    let wanted = positionOf(request);
    let session: Awaited<ReturnType<typeof readKnownSession>>;
    if (sessionCookie(request.headers.cookie) !== undefined) {
      const disconnected = new AbortController();
      client.onClose(() => disconnected.abort());
      const requestId = client.requestId();
      const reader = { id: requestId, headers: request.headers, log: log.child({ requestId }) };
      const reading = readAs(reader, transport, disconnected.signal)(sessionPath);
      early.sessions.set(request, reading);
      session = await withinBudget(readKnownSession(reading), timeLeft());
      if (!session) return undefined;
      if (session.position > wanted) wanted = session.position;
    }
    if (!(await follower.reaches(wanted, timeLeft()))) return undefined;
    const found = cache.get(address);
    const ofVisitors = found ?? (await visitorsPage(pending));
    const page = session && ofVisitors ? await pageFor(address, ofVisitors, session.answer) : ofVisitors;
    const answer = page && (page.get(encoding) ?? (await page.prepare(encoding)));
    if (!page || !answer) return undefined;
    if (found) cache.hit();
    return responseTo(request, page, answer, session?.cookie);
  }

  return (request, client) => {
    const { method, url = '', headers } = request;
    if (!follower.isCurrent || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const found = cache.get(url);
    const address = found ? url : readingAddress(pages, url);
    if (address === undefined) return undefined;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const answer = found?.get(encoding);
    const isPlain = headers.cookie === undefined && headers[positionHeader] === undefined;
    if (!found || !answer || !isPlain) return respondLater({ request, client, address, encoding });
    cache.hit();
    return responseTo(request, found, answer);
  };
}

function responseTo(
  { url = '', headers }: EarlyRequest,
  page: PreparedPage,
  answer: PreparedAnswer,
  cookie?: string,
): EarlyResponse {
  const isKnown = page.etag !== undefined && matchesEtag(headers['if-none-match'], page.etag);
  const sent = isKnown ? page : answer;
  return {
    status: isKnown ? 304 : page.status,
    headers: cookie === undefined ? sent.headers : [...sent.headers, 'set-cookie', cookie],
    body: isKnown ? undefined : answer.body,
    route: '/*',
    path: url.split('?', 1)[0] ?? url,
  };
}

function positionOf({ headers }: EarlyRequest): string {
  const given = headers[positionHeader];
  return typeof given === 'string' ? given : '';
}
