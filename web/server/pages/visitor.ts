import {
  type ApiResponse,
  positionHeader,
  requestIdHeader,
  type SessionUser,
  type Stats,
  type Transport,
  wasNeverSent,
  withDeadline,
} from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readOnServer } from '../../data/api.ts';
import { readSession } from '../../data/session.ts';
import { withinBudget } from '../../data/within-budget.ts';

/** Default time limit of one read, in milliseconds. */
export const defaultReadTimeout = 1_000;
/** Additional time if the read first waits for the visitor's position. */
const positionWait = 2_000;
/**
 * How long a read that never reached a query process waits for one that accepts connections. Including the read after
 * that, a page is still sent within the 3.5 seconds that the cluster's gateway allows.
 */
const instanceWait = 2_000;
const retryDelay = 100;
/** Maximum number of waiting reads per process. */
const maxWaiting = 256;
let waiting = 0;

/**
 * Returns a function that reads the API as this visitor: with the request's ID, the session, and the position that the
 * visitor has reached. A read is aborted when the visitor disconnects, or after `timeout` milliseconds plus
 * the time it may wait for a position. While the only query process is being replaced, it waits for the new one for up
 * to two seconds.
 */
export function readAs(
  request: Pick<FastifyRequest, 'id' | 'headers' | 'log'>,
  transport: Transport,
  disconnected: AbortSignal,
  timeout = defaultReadTimeout,
) {
  const position = request.headers[positionHeader];
  const cookie = sessionCookie(request.headers.cookie);
  const headers: Record<string, string> = {
    accept: 'application/json',
    [requestIdHeader]: request.id,
    ...(typeof position === 'string' ? { [positionHeader]: position } : {}),
    ...(cookie === undefined ? {} : { cookie }),
  };
  // A session has its own position.
  const mayWait = headers[positionHeader] !== undefined || cookie !== undefined;
  const wholeTimeout = mayWait ? timeout + positionWait : timeout;
  return async (target: string): Promise<ApiResponse> => {
    // Without the query, which contains people's searches.
    const [path] = target.split('?', 1);
    const began = performance.now();
    const send = async (): Promise<ApiResponse> => {
      try {
        return await withDeadline(
          wholeTimeout,
          (signal) => transport(target, { method: 'GET', headers, isSafe: true, signal }),
          disconnected,
        );
      } catch (error) {
        const mayRetry = wasNeverSent(error) && performance.now() - began < instanceWait;
        if (!mayRetry || waiting >= maxWaiting) throw error;
        waiting += 1;
        await new Promise((resolve) => setTimeout(resolve, retryDelay));
        waiting -= 1;
        return send();
      }
    };
    try {
      const response = await send();
      if (response.status >= 500) request.log.warn({ path, status: response.status }, 'API request failed');
      return response;
    } catch (error) {
      if (!disconnected.aborted) request.log.warn({ err: error, path }, 'API did not respond');
      throw error;
    }
  };
}

const named = /^(?:__Host-)?journal=./;

/** Returns the possible session cookies of a Cookie header, as a header to forward; undefined for a visitor. */
export function sessionCookie(header: string | undefined): string | undefined {
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => named.test(pair));
  return found.length === 0 ? undefined : found.join('; ');
}

/** Requests of the client-side router, whose page already has the session. */
const pageData = /\.pageContext\.json(?:\?|$)/;

type SessionReading = {
  readonly read: (path: string) => Promise<ApiResponse>;
  /** Milliseconds. */
  readonly budget: number;
  /** Whether the page can't be rendered without the session, which is then awaited for any length of time. */
  readonly isNeeded: boolean;
};

/**
 * Resolves with the session that a page is rendered for. Reads it only if there is a session cookie, and waits no
 * longer than `budget` unless the page needs it. Forwards the cookie that the API sets.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { read, budget, isNeeded }: SessionReading,
): Promise<SessionUser | null | undefined> {
  if (sessionCookie(request.headers.cookie) === undefined) return null;
  if (pageData.test(request.url) && !isNeeded) return undefined;
  let cookie: string | undefined;
  const readAndNote = readOnServer(async (path) => {
    const response = await read(path);
    if (response.status === 200) cookie = response.headers['set-cookie'];
    return response;
  });
  const asked = readSession(readAndNote).then(
    ({ body }) => body as SessionUser | null,
    () => undefined,
  );
  const session = await withinBudget(asked, isNeeded ? Number.POSITIVE_INFINITY : budget);
  if (session !== undefined && cookie !== undefined) reply.header('set-cookie', cookie);
  return session;
}

/**
 * Resolves with the day (UTC) of the journal's first article; undefined if there is none, or if it is unknown after
 * `budget` milliseconds.
 */
export async function firstDayOf(
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<string | undefined> {
  const counted = read('/api/stats').then(
    ({ status, body }) => {
      const { articles, since } = status === 200 ? (JSON.parse(body) as Stats) : { articles: 0, since: null };
      return articles > 0 ? since?.slice(0, 'yyyy-mm-dd'.length) : undefined;
    },
    () => undefined,
  );
  return withinBudget(counted, budget);
}
