import type { ApiResponse, SessionUser, Stats } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionPath } from '../../data/session.ts';
import { sessionCookie } from '../api/session-cookie.ts';

/** What the browser asks for when a link is followed within the site, where it knows already who is signed in. */
const pageData = /\.pageContext\.json(?:\?|$)/;

/** Who is signed in; null for a visitor, undefined where that is not known. */
type PageSession = SessionUser | null | undefined;

type SessionReading = {
  readonly read: (path: string) => Promise<ApiResponse>;
  /** Milliseconds. */
  readonly budget: number;
  /** Whether the page can't be decided without the session: then it is waited for, however long it takes. */
  readonly isNeeded: boolean;
};

/**
 * Resolves with who a page is written for. Asks only with a session's cookie, and where the page does not need it no
 * longer than `budget`. What the API does to the cookie, it does to the page's.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { read, budget, isNeeded }: SessionReading,
): Promise<PageSession> {
  if (sessionCookie(request.headers.cookie) === undefined) return null;
  if (pageData.test(request.url) && !isNeeded) return undefined;
  const asked = read(sessionPath).catch(() => undefined);
  const answer = await inTime(asked, isNeeded ? Number.POSITIVE_INFINITY : budget);
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

/** Whether the journal has an article; false too where that can't be known within `budget` milliseconds. */
export async function hasArticles(
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<boolean> {
  const counted = read('/api/stats').then(
    ({ status, body }) => status === 200 && (JSON.parse(body) as Stats).articles > 0,
    () => false,
  );
  return (await inTime(counted, budget)) ?? false;
}

/** What the work gives within `budget` milliseconds; undefined where it takes longer. Rejects as the work does. */
async function inTime<Value>(work: Promise<Value>, budget: number): Promise<Value | undefined> {
  if (budget === Number.POSITIVE_INFINITY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, budget, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
