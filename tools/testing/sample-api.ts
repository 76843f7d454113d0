import { type Article, type Issue, parsePageId, positionHeader } from '@journal/contracts';
import { pageTexts } from '@journal/contracts/page-texts';
import { type FaultyAnswer, problem } from './site.ts';
import { people, sampleArticles } from './site-content.ts';

type SampleRequest = { headers: Record<string, string>; signal?: AbortSignal };

/** Reads of public pages, and one session, in memory: for specs of how the pages' server handles responses. */
export interface SampleApi {
  /** Newest first. */
  articles: Article[];
  /** Newest first. */
  issues: Issue[];
  /** Awaited before a path is answered. */
  delay: (path: string) => Promise<void>;
  /** Called before a session is answered: may wait, reject, or return a response to send instead. */
  session: () => Promise<FaultyAnswer | undefined>;
  /** Requests so far, with their headers. */
  readonly requests: { path: string; headers: Record<string, string> }[];
  fetch(path: string, request: SampleRequest): Promise<FaultyAnswer>;
}

/** Configuration of a web that reads the in-memory API. */
export const sampleWebConfig = {
  PORT: 0,
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  TRUSTED_PROXIES: 'loopback',
  JOURNAL_NAME: 'The Forum',
  TIME_ZONE: 'UTC',
  PUBLIC_URL: 'https://journal.example',
} as const;

/** Cookie of the signed-in user. */
export const sampleCookie = 'journal=user-1';

const user = {
  id: 'user-1',
  username: 'sample.writer',
  fullName: people.writer.fullName,
  email: people.writer.email,
  isAdmin: false,
  roles: [],
  createdAt: '2026-02-03T04:05:06.000Z',
};

export function createSampleApi(articles: Article[] = sampleArticles(30)): SampleApi {
  const api: SampleApi = {
    articles,
    issues: [],
    delay: async () => {},
    session: async () => undefined,
    requests: [],
    async fetch(path, { headers, signal }) {
      api.requests.push({ path, headers });
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      await Promise.race([api.delay(path), aborted]);
      if (path === '/api/auth/session')
        return (await api.session()) ?? json(headers.cookie?.includes(sampleCookie) ? user : null);
      return read(api, new URL(path, 'http://api'));
    },
  };
  return api;
}

type Content = Pick<SampleApi, 'articles' | 'issues'>;

function read({ articles: all, issues }: Content, { pathname, searchParams }: URL): FaultyAnswer {
  const [, , resource = '', key, section] = pathname.split('/');
  if (resource === 'stats')
    return json({
      articles: all.length,
      writers: new Set(all.map(({ authorName }) => authorName)).size,
      since: all.at(-1)?.createdAt ?? null,
    });
  if (resource === 'search') return json([]);
  const pageId = resource === 'pages' ? parsePageId(key ?? '') : undefined;
  if (pageId) return json({ id: pageId, text: pageTexts[pageId] });
  if (resource === 'issues')
    return section === 'whole' ? wholeIssue({ articles: all, issues }, key) : readIssue(issues, key);
  if (resource !== 'articles') return problem('not-found');
  if (key === undefined) return list(all, searchParams);
  if (key === 'featured')
    return list(
      all.filter(({ featured }) => featured === 1),
      searchParams,
    );
  if (key === 'section')
    return list(
      all.filter((one) => one.section === section),
      searchParams,
    );
  const article = all.find(({ id }) => String(id) === key);
  if (!article) return problem('article-not-found');
  return json(
    section === 'further'
      ? { issue: issueOf(issues, article), opposing: null, next: null, related: null, otherPieces: [] }
      : article,
  );
}

function wholeIssue({ articles, issues }: Content, key: string | undefined): FaultyAnswer {
  const issue = issues.find(({ number }) => String(number) === key);
  if (!issue) return problem('issue-not-found');
  const pieces = issue.pieces.map((piece) => ({
    ...piece,
    article: articles.find(({ id }) => id === piece.article?.id),
  }));
  return json({ ...issue, pieces });
}

function issueOf(issues: readonly Issue[], { id }: Article) {
  const found = issues.findLast(({ pieces }) => pieces.some(({ article }) => article?.id === id));
  if (!found) return null;
  const { number, title, pieces } = found;
  return { number, title, contents: contentsOf(pieces) };
}

const contentsOf = (pieces: Issue['pieces']) =>
  pieces.flatMap(({ article }) => (article ? [{ articleId: article.id, title: article.title }] : []));

function readIssue(issues: readonly Issue[], key: string | undefined): FaultyAnswer {
  if (key === undefined)
    return json(
      issues.map(({ pieces, letter: _, previous: __, next: ___, ...front }) => ({
        ...front,
        pieces: pieces.length,
        contents: contentsOf(pieces),
      })),
    );
  const [newest] = issues;
  if (key === 'newest') return json(newest ? { number: newest.number, date: newest.date } : null);
  const issue = issues.find(({ number }) => String(number) === key);
  return issue ? json(issue) : problem('issue-not-found');
}

function list(all: readonly Article[], search: URLSearchParams): FaultyAnswer {
  const after = Number(search.get('after') ?? Number.POSITIVE_INFINITY);
  const section = search.get('section') ?? undefined;
  const matching = all.filter((one) => one.id < after && (section ?? one.section) === one.section);
  const page = matching.slice(0, Number(search.get('limit') ?? matching.length));
  const cards = search.get('fields') === 'card' ? page.map(({ content: _, ...card }) => card) : page;
  if (page.length === matching.length) return json(cards);
  const next = new URLSearchParams(search);
  next.set('after', String(page.at(-1)?.id));
  return json(cards, { link: `</api/articles?${next}>; rel="next"` });
}

const json = (body: unknown, headers: Record<string, string> = {}): FaultyAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', [positionHeader]: '00000000', ...headers },
  body: JSON.stringify(body),
});
