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
import { createSlotFiller, sessionPartsTtl } from './session-slots.ts';

/** The API's response about a request's session. */
export type KnownSession = {
  /** Response body as received; `null` if the session no longer exists. */
  readonly answer: string;
  /** Position that the session has seen, or an earlier one. */
  readonly position: string;
  readonly cookie: string | undefined;
};

/** Resolves with the session from the API's response; with undefined if the request failed or its status is not 200. */
export async function readKnownSession(asked: Promise<ApiResponse>): Promise<KnownSession | undefined> {
  const answer = await asked.catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  return {
    answer: hasSessionHeaders(answer) ? withHeaders(answer) : answer.body,
    position: answer.headers[positionHeader] ?? '',
    cookie: answer.headers['set-cookie'],
  };
}

const hasSessionHeaders = ({ headers }: ApiResponse) =>
  passwordMinutesHeader in headers || passkeyHeader in headers;

/** Changes every minute: pages made from the previous response show too much time left. */
const withHeaders = (answer: ApiResponse) => JSON.stringify(withSessionHeaders(toAnswer(answer)));

const maxBytes = 16 * 1024 * 1024;

/**
 * Returns a function that turns a kept page into a signed-in user's page, once per API response about a session.
 * Resolves with undefined if that is not possible.
 */
export function createSignedInPages({ follower, headersOf, renderFrom }: KeptPages) {
  const made = new LRUCache<string, { readonly from: PreparedPage; readonly page: PreparedPage }>({
    maxSize: maxBytes,
    ttl: sessionPartsTtl,
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
