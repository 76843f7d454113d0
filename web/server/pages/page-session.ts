import type { ApiResponse, SessionUser, Stats } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withinBudget } from '../../data/prefetch.ts';
import { sessionPath } from '../../data/session.ts';
import { sessionCookie } from '../api/visitor-api.ts';

/** Requests of the client-side router, whose page knows the session already. */
const pageData = /\.pageContext\.json(?:\?|$)/;

/** The signed-in user; null for a visitor, undefined where unknown. */
type PageSession = SessionUser | null | undefined;

type SessionReading = {
  readonly read: (path: string) => Promise<ApiResponse>;
  /** Milliseconds. */
  readonly budget: number;
  /** Whether the page can't be decided without the session: then it is waited for, however long it takes. */
  readonly isNeeded: boolean;
};

/**
 * Resolves with the session that a page is rendered for. Reads it only where there is a session cookie, and waits no longer
 * than `budget` unless the page needs it. Passes on the cookie that the API sets.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { read, budget, isNeeded }: SessionReading,
): Promise<PageSession> {
  if (sessionCookie(request.headers.cookie) === undefined) return null;
  if (pageData.test(request.url) && !isNeeded) return undefined;
  const asked = read(sessionPath).catch(() => undefined);
  const answer = await withinBudget(asked, isNeeded ? Number.POSITIVE_INFINITY : budget);
  if (answer === undefined) return undefined;
  const { status, headers, body } = answer;
  if (status === 401) return null;
  if (status !== 200) return undefined;
  if (headers['set-cookie'] !== undefined) reply.header('set-cookie', headers['set-cookie']);
  return userIn(body);
}

function userIn(body: string): PageSession {
  try {
    return JSON.parse(body) as SessionUser | null;
  } catch {
    return undefined;
  }
}

/** Resolves with whether the journal has an article; false where that is unknown after `budget` milliseconds. */
export async function hasArticles(
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<boolean> {
  const counted = read('/api/stats').then(
    ({ status, body }) => status === 200 && (JSON.parse(body) as Stats).articles > 0,
    () => false,
  );
  return (await withinBudget(counted, budget)) ?? false;
}
