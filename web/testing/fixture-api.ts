import type { ApiRequest, ApiResponse } from '@journal/contracts';
import {
  type Article,
  type ArticleCard,
  type Change,
  positionHeader,
  type Route,
  routeOf,
  routes,
  sections,
  topicsHeader,
} from '@journal/contracts';
import { createFixtureAccounts, type FixtureAccounts } from './fixture-accounts.ts';
import { createFixtureAudit, type FixtureAudit } from './fixture-audit.ts';
import { createFixtureHistory, type FixtureHistory } from './fixture-history.ts';
import { createFixtureNewsletter, type FixtureNewsletter } from './fixture-newsletter.ts';
import { createFixtureNewsroom, type FixtureNewsroom, tagOf } from './fixture-newsroom.ts';
import { createFixtureSearch, type FixtureSearch } from './fixture-search.ts';
import { createFixtureSubmissions, type FixtureSubmissions } from './fixture-submissions.ts';

type FixtureRequest = Partial<ApiRequest> & Pick<ApiRequest, 'headers'>;

export type FixtureApi = {
  fetch(path: string, request: FixtureRequest): Promise<ApiResponse>;
  accounts: FixtureAccounts;
  readonly newsletter: FixtureNewsletter;
  readonly submissions: FixtureSubmissions;
  readonly newsroom: FixtureNewsroom;
  readonly history: FixtureHistory;
  readonly audit: FixtureAudit;
  readonly search: FixtureSearch;
  /** Newest first. */
  articles: Article[];
  /** Awaited before a path is answered; resolves at once unless a test says otherwise. */
  delay: (path: string) => Promise<void>;
  /** What was asked for, with the headers that came along. */
  readonly requests: { path: string; headers: Record<string, string> }[];
  /** Every change there was, in order. */
  readonly changes: Change[];
  /** Sets the articles and tells everyone who follows. */
  change(articles: Article[], topics: string[]): void;
  /** Tells everyone who follows of a change of something else. */
  tell(topics: string[]): void;
  follow(listener: (change: Change) => void): () => void;
};

/** A query side in memory that answers the reads of the pages as the contract says. */
export function createFixtureApi(articles: Article[] = sampleArticles(30)): FixtureApi {
  const listeners = new Set<(change: Change) => void>();
  const api: FixtureApi = {
    articles,
    accounts: createFixtureAccounts(),
    newsletter: createFixtureNewsletter(),
    submissions: createFixtureSubmissions(),
    newsroom: createFixtureNewsroom(() => api),
    history: createFixtureHistory(() => api),
    audit: createFixtureAudit(() => api),
    search: createFixtureSearch(() => api.articles),
    changes: [],
    change(after, topics) {
      api.articles = after;
      const change = { position: position(api.changes.length + 1), topics };
      api.changes.push(change);
      for (const listener of listeners) listener(change);
    },
    tell(topics) {
      api.change(api.articles, topics);
    },
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    delay: async () => {},
    requests: [],
    async fetch(path, { headers, signal, method = 'GET', body = '' }) {
      api.requests.push({ path, headers });
      await Promise.race([api.delay(path), rejectOn(signal)]);
      if (/^\/api\/(?:auth|me)\b/.test(path)) {
        const given = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
        return api.accounts.answer({ method, path, cookie: headers.cookie ?? '', body: given });
      }
      if (path.startsWith('/api/newsletter/')) return api.newsletter.answer({ path, headers, body });
      if (isWriters(method, path)) return api.submissions.answer({ method, path, headers, body });
      const url = new URL(path, 'http://fixture');
      const call = { method, url, headers, body };
      const response =
        (await api.history.answer(call)) ??
        (await api.audit.answer(call)) ??
        (await api.newsroom.answer(call)) ??
        api.search.answer(url) ??
        answer(api.articles, url);
      return {
        ...response,
        headers: {
          ...response.headers,
          [positionHeader]: position(api.changes.length),
          ...topicsOf(url),
        },
      };
    },
  };
  return api;
}

/** Whether it is what writers do with their own pitches. */
function isWriters(method: string, path: string): boolean {
  return path.startsWith('/api/submissions/mine') || `${method} ${path}` === 'POST /api/submissions';
}

/** The header by which query says which changes make the answer another. */
function topicsOf({ pathname, searchParams }: URL): Record<string, string> {
  for (const key of Object.keys(routes) as Route[]) {
    const pattern = key.replace('GET ', '').replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const params = new RegExp(`^${pattern}$`).exec(pathname)?.groups;
    if (!key.startsWith('GET ') || !new RegExp(`^${pattern}$`).test(pathname)) continue;
    const found = routeOf(key).topics?.({ params: params ?? {}, query: Object.fromEntries(searchParams) });
    return found ? { [topicsHeader]: found.join(' ') } : {};
  }
  return {};
}

function position(changes: number): string {
  return String(changes).padStart(8, '0');
}

export function sampleArticles(count: number): Article[] {
  return Array.from({ length: count }, (_, index) => sampleArticle(count - index));
}

export function sampleArticle(id: number, fields: Partial<Article> = {}): Article {
  return {
    id,
    title: `Sample article number ${id}`,
    excerpt: `What the sample article number ${id} is about, in a sentence or two.`,
    content: Array.from(
      { length: 6 },
      (_, n) => `Paragraph ${n + 1} of article ${id}. ${'Some more words. '.repeat(20)}`,
    ).join('\n\n'),
    section: sections[id % 3] ?? 'view',
    authorName: 'Sample Writer',
    authorAge: 12 + (id % 7),
    authorSchool: id % 2 ? 'Sample School' : null,
    readTime: 1 + (id % 20),
    featured: id % 5 === 0 ? 1 : 0,
    createdAt: new Date(Date.UTC(2026, 0, 1, 12) + id * 86_400_000).toISOString(),
    ...fields,
  };
}

function answer(articles: readonly Article[], { pathname, searchParams }: URL): ApiResponse {
  const [, , resource = '', key, value] = pathname.split('/');
  if (resource === 'stats')
    return json({ articles: articles.length, writers: new Set(articles.map((one) => one.authorName)).size });
  if (resource !== 'articles') return missing('not-found');
  if (key === undefined) return list(articles, searchParams);
  if (key === 'featured')
    return list(
      articles.filter((one) => one.featured === 1),
      searchParams,
    );
  if (key === 'section')
    return list(
      articles.filter((one) => one.section === value),
      searchParams,
    );
  const article = articles.find((one) => String(one.id) === key);
  return article ? json(article, { etag: tagOf(article) }) : missing('article-not-found');
}

function list(all: readonly Article[], search: URLSearchParams): ApiResponse {
  const after = Number(search.get('after') ?? Number.POSITIVE_INFINITY);
  const section = search.get('section');
  const matching = all.filter((one) => one.id < after && (section === null || one.section === section));
  const limit = Number(search.get('limit') ?? matching.length);
  const page = matching.slice(0, limit);
  const last = page.at(-1);
  const next = new URLSearchParams(search);
  if (last) next.set('after', String(last.id));
  const body = search.get('fields') === 'card' ? page.map(card) : page;
  return json(body, matching.length > limit ? { link: `</api/articles?${next}>; rel="next"` } : {});
}

function card({ content: _, ...rest }: Article): ArticleCard {
  return rest;
}

function json(body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

function missing(code: string): ApiResponse {
  return {
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ status: 404, code }),
  };
}

function rejectOn(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}
