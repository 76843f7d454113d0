import type { SessionUser } from '@journal/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiResponse } from '../../data/api-answer.ts';
import { sessionPath } from '../../data/session.ts';
import { sessionCookie } from '../api/session-cookie.ts';
import { inTime } from './in-time.ts';

/** The pages that are about who is signed in: they wait for it, and are not decided without. */
const accountPage = /^\/(?:login|signup|profile|admin)(?:[/?]|$)/i;
/** What the browser asks for when a link is followed within the site, where it knows already who is signed in. */
const pageData = /\.pageContext\.json(?:\?|$)/;

/** Who is signed in; null for a visitor, undefined where that is not known. */
export type PageSession = SessionUser | null | undefined;

/**
 * Who a page is written for. Asks only with a session's cookie, and on pages for reading no longer than `budget`
 * milliseconds. What the API does to the cookie, it does to the page's.
 */
export async function sessionOfPage(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (path: string) => Promise<ApiResponse>,
  budget: number,
): Promise<PageSession> {
  if (sessionCookie(request.headers.cookie) === undefined) return null;
  const decides = accountPage.test(request.url);
  if (pageData.test(request.url) && !decides) return undefined;
  const asked = read(sessionPath).catch(() => undefined);
  const answer = await inTime(asked, decides ? Number.POSITIVE_INFINITY : budget);
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
