import {
  type ApiResponse,
  passkeyHeader,
  passwordMinutesHeader,
  positionHeader,
  toAnswer,
} from '@journal/contracts';
import { LRUCache } from 'lru-cache';
import { type PageUser, withSessionHeaders } from '../../data/api.ts';
import type { KeptPages } from './kept-pages.ts';
import { type PreparedPage, preparePage } from './prepared-page.ts';
import { createSlotFiller, longestMemory } from './session-slots.ts';

/** What the API says about a request's session. */
export type KnownSession = {
  /** The answer as it came; `null` where there is no session any more. */
  readonly answer: string;
  /** The state that the session has seen, or an earlier one than that. */
  readonly position: string;
  readonly cookie: string | undefined;
};

/** Resolves with what the API's answer says about a session; with undefined where it says nothing, or none came. */
export async function knownSession(asked: Promise<ApiResponse>): Promise<KnownSession | undefined> {
  const answer = await asked.catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  return {
    answer: saysMore(answer) ? withHeaders(answer) : answer.body,
    position: answer.headers[positionHeader] ?? '',
    cookie: answer.headers['set-cookie'],
  };
}

const saysMore = ({ headers }: ApiResponse) => passwordMinutesHeader in headers || passkeyHeader in headers;

/** Another answer each minute: the pages that were made of the one before say too much time. */
const withHeaders = (answer: ApiResponse) => JSON.stringify(withSessionHeaders(toAnswer(answer)));

const maxBytes = 16 * 1024 * 1024;

/**
 * Returns a function that makes a kept page that of a session, once for each of the API's answers about a session.
 * Resolves with undefined where that can't be done.
 */
export function createSignedInPages({ follower, headersOf, renderFrom }: KeptPages) {
  const made = new LRUCache<string, { readonly from: PreparedPage; readonly page: PreparedPage }>({
    maxSize: maxBytes,
    ttl: longestMemory,
    sizeCalculation: ({ from, page }) => from.size + page.size,
  });
  const fill = createSlotFiller(async (address, answer) => {
    const session = JSON.parse(answer) as PageUser;
    const { rendered } = await renderFrom(address, session, { position: follower.position });
    return rendered?.html;
  });

  return async (address: string, from: PreparedPage, answer: string): Promise<PreparedPage | undefined> => {
    if (from.status !== 200) return undefined;
    const key = `${address} ${answer}`;
    const found = made.get(key);
    if (found?.from === from) return found.page;
    const html =
      answer === 'null' ? from.html : Buffer.from((await fill(address, String(from.html), answer)) ?? '');
    if (html.length === 0) return undefined;
    const { contentType } = from;
    const headers = headersOf(contentType, { 'cache-control': 'private, no-store' });
    const page = preparePage(html, { status: 200, headers, contentType });
    made.set(key, { from, page });
    return page;
  };
}
