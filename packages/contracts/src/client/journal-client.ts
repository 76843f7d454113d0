import type {
  Article,
  ArticleCard,
  ArticleFields,
  ArticleVersion,
  Section,
  Stats,
} from '../article/article.schema.ts';
import { idempotencyKeyHeader, positionHeader } from '../system/headers.ts';
import { ApiError } from './api-error.ts';

export type ClientRequest = { method: string; headers: Record<string, string>; body?: string };
export type ClientResponse = {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

/** The platform's `fetch`, or anything that answers like it. `path` begins with `/api`. */
export type Fetch = (path: string, request: ClientRequest) => Promise<ClientResponse>;

/** What came back, and where the journal stood: the write's position, or that of the state that was read. */
export type Answer<Value> = { readonly value: Value; readonly position: string | undefined };
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
  async function call(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string | undefined> } = {},
  ) {
    const sent: Record<string, string> = { accept: 'application/json', ...headers };
    for (const [name, value] of Object.entries(options.headers ?? {}))
      if (value !== undefined) sent[name] = value;
    if (options.body !== undefined) sent['content-type'] = 'application/json';
    const response = await fetch(path, {
      method,
      headers: sent,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const body = await response.text();
    if (!response.ok) throw new ApiError(response.status, body, response.statusText);
    return { body, headers: response.headers, position: response.headers.get(positionHeader) ?? undefined };
  }

  async function get<Value>(path: string): Promise<Tagged<Value>> {
    const { body, headers, position } = await call('GET', path);
    return { value: JSON.parse(body) as Value, position, etag: headers.get('etag') ?? undefined };
  }

  async function list<Item>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
  ): Promise<Page<Item>> {
    const { body, headers, position } = await call('GET', withQuery(path, query));
    return { value: JSON.parse(body) as Item[], position, next: cursorOfNext(headers.get('link')) };
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
    return {
      value: JSON.parse(answer.body) as Article,
      position: answer.position,
      etag: answer.headers.get('etag') ?? undefined,
    };
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
      list<ArticleVersion>(`/api/articles/${id}/history`, options),
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
