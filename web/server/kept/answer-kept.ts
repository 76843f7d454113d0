import { positionHeader, type Transport } from '@journal/contracts';
import {
  type EarlyClient,
  type EarlyRequest,
  type EarlyResponder,
  type EarlyResponse,
  namesTag,
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
import { createSignedInPages, knownSession } from './signed-in-pages.ts';
import type { EarlyReads } from './watched-reads.ts';

type AnswerOptions = {
  readonly kept: KeptPages;
  readonly pages: PageRegistry;
  readonly transport: Transport;
  readonly log: FastifyBaseLogger;
  readonly early: EarlyReads;
};

/** Milliseconds that a page whose reads are there waits until it is rendered: it would have to be rendered again. */
const renderWait = 1_000;

/** A request that may be answered with a kept page. */
type Asked = {
  readonly request: EarlyRequest;
  readonly client: EarlyClient;
  readonly address: string;
  readonly encoding: Encoding;
};

/**
 * Answers GET and HEAD of pages for reading with kept ones: visitors, and who is signed in, each in the state that they
 * have seen already or a later one. Leaves whatever else comes, and what can't be answered at once or nearly so.
 */
export function createKeptResponder({ kept, pages, transport, log, early }: AnswerOptions): EarlyResponder {
  const { cache, follower } = kept;
  const pageFor = createSignedInPages(kept);

  /** Resolves with the visitor's page where it is there, or nearly so. */
  async function visitorsPage({ request, address }: Asked): Promise<PreparedPage | undefined> {
    if (!follower.isCurrent) return undefined;
    const load = cache.load(address);
    if (!load) return undefined;
    const reads = load.late.then((begun) => void early.late.set(request, begun));
    return (await withinBudget(Promise.race([load.loaded, reads]), renderWait)) ?? undefined;
  }

  async function respondLater(asked: Asked): Promise<EarlyResponse | undefined> {
    const { request, client, address, encoding } = asked;
    // For its session, and for the position that it has seen, in all.
    const deadline = performance.now() + frameBudget;
    const timeLeft = () => Math.max(0, deadline - performance.now());
    let wanted = positionOf(request);
    let session: Awaited<ReturnType<typeof knownSession>>;
    if (sessionCookie(request.headers.cookie) !== undefined) {
      const left = new AbortController();
      client.onClose(() => left.abort());
      const requestId = client.requestId();
      const reader = { id: requestId, headers: request.headers, log: log.child({ requestId }) };
      const reading = readAs(reader, transport, left.signal)(sessionPath);
      early.sessions.set(request, reading);
      session = await withinBudget(knownSession(reading), timeLeft());
      if (!session) return undefined;
      if (session.position > wanted) wanted = session.position;
    }
    if (!(await follower.reaches(wanted, timeLeft()))) return undefined;
    const found = cache.get(address);
    const ofVisitors = found ?? (await visitorsPage(asked));
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
  const isKnown = page.etag !== undefined && namesTag(headers['if-none-match'], page.etag);
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
