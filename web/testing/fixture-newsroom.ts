import type { ApiResponse } from '@journal/contracts';
import {
  type Article,
  articleEtag,
  type ProblemCode,
  readTimeOf,
  type Submission,
  sections,
} from '@journal/contracts';
import { type FixtureAccounts, problem, userOfCookie } from './fixture-accounts.ts';
import { sampleSubmission } from './fixture-submissions.ts';

export type NewsroomCall = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The journal around it. */
type FixtureJournal = {
  accounts: FixtureAccounts;
  articles: Article[];
  change(articles: Article[], topics: string[]): void;
};

/** The newsroom in memory: what editors read and do, as the contract says. */
export type FixtureNewsroom = {
  /** Newest first. */
  submissions: Submission[];
  /** Newest first. */
  deletedArticles: Article[];
  /** What was changed, or tried to be. */
  readonly calls: {
    readonly method: string;
    readonly path: string;
    readonly headers: NewsroomCall['headers'];
  }[];
  /** Comes before the answer: may wait, reject, or answer in its place. */
  before: (call: NewsroomCall) => Promise<ApiResponse | undefined>;
  /** Undefined for what is not the newsroom's. */
  answer(call: NewsroomCall): Promise<ApiResponse | undefined>;
  /** Somebody else changes a pitch. */
  changeSubmission(id: string, fields: Partial<Submission>): void;
  /** Somebody else changes an article. */
  changeArticle(id: number, fields: Partial<Article>): void;
};

export function createFixtureNewsroom(api: () => FixtureJournal): FixtureNewsroom {
  const newsroom: FixtureNewsroom = {
    submissions: [],
    deletedArticles: [],
    calls: [],
    before: async () => undefined,
    async answer(call) {
      const { method, url, headers } = call;
      const isRead = method === 'GET';
      if (!/^\/api\/(?:newsroom\/|submissions\b)/.test(url.pathname) && isRead) return undefined;
      if (!isRead) newsroom.calls.push({ method, path: url.pathname, headers });
      const instead = await newsroom.before(call);
      if (instead) return instead;
      const user = userOfCookie(api().accounts, headers.cookie ?? '');
      if (!user) return problem('not-signed-in');
      if (!user.isAdmin) return problem('not-allowed');
      return isRead ? read(api(), newsroom, url) : write(api(), newsroom, call);
    },
    changeSubmission(id, fields) {
      newsroom.submissions = newsroom.submissions.map((one) => (one.id === id ? { ...one, ...fields } : one));
      api().change(api().articles, ['submissions', `submission:${id}`]);
    },
    changeArticle(id, fields) {
      const { articles } = api();
      const changed = articles.map((one) => (one.id === id ? { ...one, ...fields } : one));
      api().change(changed, articleTopics(id));
    },
  };
  return newsroom;
}

export function sampleSubmissions(count: number): Submission[] {
  return Array.from({ length: count }, (_, index) => numberedSubmission(count - index));
}

function numberedSubmission(number: number): Submission {
  return sampleSubmission(`pitch-${number}`, {
    age: 12 + (number % 7),
    school: number % 2 ? 'Sample School' : null,
    section: sections[number % 3] ?? 'view',
    articleTitle: `Sample pitch number ${number}`,
    articleSummary: `What the sample pitch number ${number} is about.`,
    fullEssay: Array.from(
      { length: 8 },
      (_, n) => `Paragraph ${n + 1} of pitch ${number}. ${'Some more words. '.repeat(30).trim()}`,
    ).join('\n\n'),
    createdAt: new Date(Date.UTC(2026, 2, 1, 12) + number * 86_400_000).toISOString(),
  });
}

/** The tag of what is answered. */
export function tagOf(row: object): string {
  return articleEtag(0, JSON.stringify(row));
}

function read(api: FixtureJournal, newsroom: FixtureNewsroom, { pathname, searchParams }: URL): ApiResponse {
  const pending = newsroom.submissions.filter(({ status }) => status === 'pending');
  if (pathname === '/api/newsroom/counts')
    return json(200, { articles: api.articles.length, submissions: pending.length });
  const words = (searchParams.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const section = searchParams.get('section');
  const status = searchParams.get('status');
  const fits = (row: { section: string }, text: string) =>
    (section === null || row.section === section) && words.every((word) => text.toLowerCase().includes(word));
  if (pathname === '/api/newsroom/articles') {
    const featured = searchParams.get('featured');
    const deletedAt = status === 'deleted' ? '2026-11-01T12:00:00.000Z' : null;
    const rows = (deletedAt ? newsroom.deletedArticles : api.articles)
      .filter((one) => fits(one, `${one.title} ${one.authorName}`))
      .filter((one) => featured === null || String(one.featured) === featured)
      .map(({ content: _, ...card }) => ({ ...card, deletedAt }));
    return page(rows, pathname, searchParams);
  }
  if (pathname === '/api/submissions') {
    const rows = newsroom.submissions
      .filter((one) => one.status === (status ?? 'pending'))
      .filter((one) => fits(one, `${one.articleTitle} ${one.fullName} ${one.articleSummary}`));
    return page(rows, pathname, searchParams);
  }
  const one = newsroom.submissions.find(({ id }) => pathname === `/api/submissions/${id}`);
  return one && one.status !== 'deleted'
    ? json(200, one, { etag: tagOf(one) })
    : problem('submission-not-found');
}

function page(rows: readonly { id: number | string }[], path: string, search: URLSearchParams): ApiResponse {
  const begin = rows.findIndex(({ id }) => String(id) === search.get('after')) + 1;
  const limit = Number(search.get('limit') ?? 50);
  const shown = rows.slice(begin, begin + limit);
  const next = new URLSearchParams(search);
  next.set('after', String(shown.at(-1)?.id));
  const hasMore = rows.length > begin + limit;
  return json(200, shown, hasMore ? { link: `<${path}?${next}>; rel="next"` } : {});
}

function write(api: FixtureJournal, newsroom: FixtureNewsroom, call: NewsroomCall): ApiResponse {
  const [, , resource, id = '', act] = call.url.pathname.split('/');
  const fields = call.body === '' ? {} : JSON.parse(call.body);
  const what = `${call.method} ${act ?? ''}`.trim();
  if (resource === 'submissions') return writeSubmission(api, newsroom, { ...call, id, what, fields });
  return writeArticle(api, newsroom, { ...call, id: Number(id), what, fields });
}

type Write<Id> = NewsroomCall & { id: Id; what: string; fields: object };

function writeArticle(
  api: FixtureJournal,
  newsroom: FixtureNewsroom,
  { id, what, fields, headers }: Write<number>,
) {
  const { articles } = api;
  const one = articles.find((each) => each.id === id);
  const deleted = newsroom.deletedArticles.find((each) => each.id === id);
  switch (what) {
    case 'POST':
      return publish(api, fields as Article);
    case 'PUT': {
      const refused = refusal(one, headers, 'article-not-found');
      if (refused || !one) return refused ?? problem('article-not-found');
      newsroom.changeArticle(id, fields);
      return json(200, { ...one, ...fields });
    }
    case 'DELETE':
      if (!one) return problem('article-not-found');
      newsroom.deletedArticles = [one, ...newsroom.deletedArticles];
      api.change(
        articles.filter((each) => each !== one),
        articleTopics(id),
      );
      return { status: 204, headers: {}, body: '' };
    case 'POST restore':
      if (!deleted) return problem('article-not-found');
      newsroom.deletedArticles = newsroom.deletedArticles.filter((each) => each !== deleted);
      api.change(
        [...articles, deleted].sort((first, second) => second.id - first.id),
        articleTopics(id),
      );
      return json(200, deleted);
    default:
      return problem('not-found');
  }
}

function publish(api: FixtureJournal, fields: Partial<Article>): ApiResponse {
  const { articles } = api;
  const id = Math.max(0, ...articles.map((one) => one.id)) + 1;
  const article = { id, createdAt: '2026-11-02T12:00:00.000Z', featured: 0, ...fields } as Article;
  api.change([article, ...articles], articleTopics(id));
  return json(201, article);
}

function writeSubmission(
  api: FixtureJournal,
  newsroom: FixtureNewsroom,
  { id, what, fields, headers }: Write<string>,
): ApiResponse {
  const one = newsroom.submissions.find((each) => each.id === id);
  if (!one) return problem('submission-not-found');
  const isDeleted = one.status === 'deleted';
  if (what === 'POST restore') {
    newsroom.changeSubmission(id, { status: 'pending' });
    return json(200, { ...one, status: 'pending' });
  }
  if (isDeleted) return problem('submission-not-found');
  if (one.status === 'published') return problem('submission-published');
  switch (what) {
    case 'PUT': {
      const refused = refusal(one, headers, 'submission-not-found');
      if (refused) return refused;
      newsroom.changeSubmission(id, fields);
      return json(200, { ...one, ...fields });
    }
    case 'DELETE':
      newsroom.changeSubmission(id, { status: 'deleted' });
      return { status: 204, headers: {}, body: '' };
    case 'POST publish': {
      const answer = publish(api, {
        title: one.articleTitle,
        excerpt: one.articleSummary,
        content: one.fullEssay,
        section: one.section,
        authorName: one.fullName,
        authorAge: one.age,
        authorSchool: one.school,
        readTime: readTimeOf(one.fullEssay),
      });
      newsroom.changeSubmission(id, { status: 'published', articleId: JSON.parse(answer.body).id });
      return answer;
    }
    default:
      return problem('not-found');
  }
}

function refusal(one: object | undefined, headers: NewsroomCall['headers'], missing: ProblemCode) {
  if (!one) return problem(missing);
  const seen = headers['if-match'];
  return seen !== undefined && seen !== tagOf(one) ? problem('edited-meanwhile') : undefined;
}

function articleTopics(id: number): string[] {
  return [
    'articles',
    `article:${id}`,
    'section:clash',
    'section:view',
    'section:culture',
    'featured',
    'stats',
  ];
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
