import type { Article, ArticleCard, ArticleFields, Section, Stats } from '../article/article.schema.ts';
import type { HistoryVersion } from '../audit/history.schema.ts';
import { idempotencyKeyHeader } from '../system/headers.ts';
import { createAccountCalls } from './account-calls.ts';
import { type Answer, createCall, type Fetch, readValue } from './call.ts';
import { createSubmissionCalls } from './submission-calls.ts';

export type Page<Item> = Answer<Item[]> & {
  /** The cursor of the page after this one (`after`), or undefined on the last. */
  readonly next: string | undefined;
};
export type Tagged<Value> = Answer<Value> & { readonly etag: string | undefined };

export type PageOptions = { limit?: number; after?: string };
export type ListOptions = PageOptions & { section?: Section; featured?: 0 | 1 };

/**
 * The journal's API in types. Every call rejects with `ApiError` on an answer that is not 2xx, and with whatever
 * `fetch` rejects with where there was no answer; nothing is retried.
 */
export function createJournalClient(fetch: Fetch, headers: Readonly<Record<string, string>> = {}) {
  const call = createCall(fetch, headers);

  async function get<Value>(path: string): Promise<Tagged<Value>> {
    const answer = await call('GET', path);
    return { ...readValue<Value>(answer), etag: answer.headers.get('etag') ?? undefined };
  }

  async function list<Item>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
  ): Promise<Page<Item>> {
    const answer = await call('GET', withQuery(path, query));
    return { ...readValue<Item[]>(answer), next: cursorOfNext(answer.headers.get('link')) };
  }

  async function write(
    method: string,
    path: string,
    body?: unknown,
    extra?: Record<string, string | undefined>,
  ): Promise<Tagged<Article>> {
    const answer = await call(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(extra ? { headers: extra } : {}),
    });
    return { ...readValue<Article>(answer), etag: answer.headers.get('etag') ?? undefined };
  }

  return {
    /** Whole articles, newest first. Without `limit`: all of them. */
    articles: (options: ListOptions = {}) => list<Article>('/api/articles', { ...options }),
    articleCards: (options: ListOptions = {}) =>
      list<ArticleCard>('/api/articles', { ...options, fields: 'card' }),
    featuredCards: (options: PageOptions = {}) =>
      list<ArticleCard>('/api/articles/featured', { ...options, fields: 'card' }),
    sectionCards: (section: Section, options: PageOptions = {}) =>
      list<ArticleCard>(`/api/articles/section/${section}`, { ...options, fields: 'card' }),
    article: (id: number) => get<Article>(`/api/articles/${id}`),
    articleHistory: (id: number, options: { limit?: number; before?: number } = {}) =>
      list<HistoryVersion>(`/api/articles/${id}/history`, options),
    stats: () => get<Stats>('/api/stats'),
    publishArticle: (fields: ArticleFields, idempotencyKey?: string) =>
      write('POST', '/api/articles', fields, { [idempotencyKeyHeader]: idempotencyKey }),
    editArticle: (id: number, fields: ArticleFields, ifMatch?: string) =>
      write('PUT', `/api/articles/${id}`, fields, { 'if-match': ifMatch }),
    async deleteArticle(id: number): Promise<Answer<undefined>> {
      const { position } = await call('DELETE', `/api/articles/${id}`);
      return { value: undefined, position };
    },
    restoreArticle: (id: number) => write('POST', `/api/articles/${id}/restore`),
    ...createAccountCalls(call),
    ...createSubmissionCalls(call),
  };
}

export type JournalClient = ReturnType<typeof createJournalClient>;

function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

/** The cursor in a `Link` header's `rel="next"`. */
function cursorOfNext(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  const cursor = target === undefined ? undefined : /[?&](?:after|before)=([^&#]*)/.exec(target)?.[1];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}
