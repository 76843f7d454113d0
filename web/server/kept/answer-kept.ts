import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiResponse, positionHeader, requestIdHeader, type Transport } from '@journal/contracts';
import type { EarlyAnswer, Interceptor } from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { withinBudget } from '../../data/prefetch.ts';
import { sessionPath } from '../../data/session.ts';
import { acceptedEncoding, type Encoding } from '../http/send-document.ts';
import { type PageRegistry, readingAddress } from '../pages/page-registry.ts';
import { readAs, sessionCookie } from '../pages/visitor.ts';
import type { KeptPages } from './kept-pages.ts';
import type { PreparedAnswer, PreparedPage } from './prepared-page.ts';
import { createSignedInPages, knownSession } from './signed-in-pages.ts';
import type { BegunReads } from './watched-reads.ts';

type AnswerOptions = {
  readonly kept: KeptPages;
  readonly pages: PageRegistry;
  readonly transport: Transport;
  readonly log: FastifyBaseLogger;
  readonly requestIdOf: (request: IncomingMessage) => string;
  readonly record: (answer: EarlyAnswer) => void;
};

/** Milliseconds that a request waits for the position that it has seen. */
const positionWait = 50;
/** Milliseconds that a page waits for one that is being loaded. */
const loadWait = 1_000;
/** Milliseconds that a page waits for the session. */
const sessionWait = 50;

/** A request that may be answered with a kept page. */
type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: string;
  readonly requestId: string;
  readonly since: number;
};

/**
 * Answers GET and HEAD of pages for reading with kept ones: visitors, and who is signed in, each in the state that they
 * have seen already or a later one. Passes on whatever else comes, and what can't be answered at once or nearly so.
 */
export function createKeptAnswers(options: AnswerOptions) {
  const { pages, transport, log, requestIdOf, record } = options;
  const { cache, follower } = options.kept;
  const pageFor = createSignedInPages(options.kept);
  const late = new WeakMap<IncomingMessage, BegunReads>();
  const sessions = new WeakMap<IncomingMessage, Promise<ApiResponse>>();
  let isClosing = false;

  function send({ request, response, requestId, since }: Asked, page: PreparedPage, answer: PreparedAnswer) {
    const { method = '', url = '' } = request;
    const known = request.headers['if-none-match'];
    const isKnown = known !== undefined && page.etag !== undefined && namesTag(known, page.etag);
    const { headers, body } = isKnown ? { ...page, body: undefined } : answer;
    const status = isKnown ? 304 : page.status;
    response.writeHead(status, [...headers, requestIdHeader, requestId]);
    response.end(method === 'HEAD' ? undefined : body);
    record({ method, requestId, path: url.split('?', 1)[0] ?? url, route: '/*', status, since });
  }

  /** Resolves with the visitor's page where it is there, or nearly so. */
  async function visitorsPage({ request, address }: Asked): Promise<PreparedPage | undefined> {
    if (!follower.isCurrent) return undefined;
    const load = cache.load(address);
    if (!load) return undefined;
    const reads = load.late.then((begun) => void late.set(request, begun));
    return (await withinBudget(Promise.race([load.loaded, reads]), loadWait)) ?? undefined;
  }

  /** Resolves with whether it was answered. */
  async function answerLater(asked: Asked, encoding: Encoding): Promise<boolean> {
    const { request, response, address, requestId } = asked;
    let wanted = positionOf(request);
    let session: Awaited<ReturnType<typeof knownSession>>;
    if (sessionCookie(request.headers.cookie) !== undefined) {
      const left = new AbortController();
      response.once('close', () => left.abort());
      const reader = { id: requestId, headers: request.headers, log: log.child({ requestId }) };
      const reading = readAs(reader, transport, left.signal)(sessionPath);
      sessions.set(request, reading);
      session = await withinBudget(knownSession(reading), sessionWait);
      if (!session) return false;
      if (session.position > wanted) wanted = session.position;
    }
    if (!(await follower.reaches(wanted, positionWait))) return false;
    const kept = cache.get(address);
    const ofVisitors = kept ?? (await visitorsPage(asked));
    const page = session && ofVisitors ? await pageFor(address, ofVisitors, session.answer) : ofVisitors;
    const answer = page && (page.get(encoding) ?? (await page.prepare(encoding)));
    if (!page || !answer || isClosing) return false;
    if (kept) cache.hit();
    if (session?.cookie === undefined) send(asked, page, answer);
    else send(asked, page, { ...answer, headers: [...answer.headers, 'set-cookie', session.cookie] });
    return true;
  }

  const intercept: Interceptor = (request, response, pass) => {
    const { method, url = '', headers } = request;
    if (isClosing || !follower.isCurrent || (method !== 'GET' && method !== 'HEAD')) return pass();
    const since = performance.now();
    const found = cache.get(url);
    const address = found ? url : readingAddress(pages, url);
    if (address === undefined) return pass();
    const encoding = encodingOf(headers['accept-encoding']);
    const asked = { request, response, address, requestId: requestIdOf(request), since };
    const answer = found?.get(encoding);
    const isPlain = headers.cookie === undefined && headers[positionHeader] === undefined;
    if (found && answer && isPlain) {
      cache.hit();
      return send(asked, found, answer);
    }
    answerLater(asked, encoding).then(
      (isAnswered) => isAnswered || pass(),
      (error: unknown) => {
        log.error({ err: error }, 'a kept page was not sent');
        if (!response.headersSent) pass();
      },
    );
  };

  return {
    intercept,
    /** Whether a request has waited here for the reads of its page. */
    hasWaited: (request: IncomingMessage): boolean => late.has(request),
    /** A read for this request that was begun here. */
    readOf: (request: IncomingMessage, path: string): Promise<ApiResponse> | undefined =>
      path === sessionPath ? sessions.get(request) : late.get(request)?.get(path),
    /** Passes everything on from now on. */
    close(): void {
      isClosing = true;
    },
  };
}

function positionOf({ headers }: IncomingMessage): string {
  const given = headers[positionHeader];
  return typeof given === 'string' ? given : '';
}

/** Whether If-None-Match names the weak tag. */
function namesTag(header: string, tag: string): boolean {
  return header === tag || header.split(',').some((one) => ['*', tag].includes(one.trim()));
}

/** Headers of browsers, of which there are few, with what they accept. */
const encodings = new LRUCache<string, Encoding>({ max: 100 });
const longestHeader = 200;

function encodingOf(header: string | string[] | undefined): Encoding {
  const text = String(header ?? '');
  const known = encodings.get(text);
  if (known) return known;
  const encoding = acceptedEncoding(text);
  if (text.length <= longestHeader) encodings.set(text, encoding);
  return encoding;
}
