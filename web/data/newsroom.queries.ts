import type {
  NewsroomArticle,
  NewsroomCounts,
  Section,
  Submission,
  SubmissionStatus,
} from '@journal/contracts';
import type { ApiQuery, Rows } from './api-query.ts';

export type ArticlesFilter = {
  readonly q?: string | undefined;
  readonly section?: Section | undefined;
  readonly featured?: '0' | '1' | undefined;
  readonly status?: 'published' | 'deleted' | undefined;
};
export type SubmissionsFilter = {
  readonly q?: string | undefined;
  readonly section?: Section | undefined;
  readonly status?: SubmissionStatus | undefined;
};

const articlesPerPage = 25;
// Each comes with its whole essay.
const submissionsPerPage = 10;

/** For editors, newest first. */
export function newsroomArticles(filter: ArticlesFilter): ApiQuery<Rows<NewsroomArticle>> {
  return rows('/api/newsroom/articles', { ...filter, limit: String(articlesPerPage) });
}

/** For editors, newest first; those that wait, unless the filter says otherwise. */
export function submissions(filter: SubmissionsFilter): ApiQuery<Rows<Submission>> {
  return rows('/api/submissions', { ...filter, limit: String(submissionsPerPage) });
}

export function newsroomCounts(): ApiQuery<NewsroomCounts> {
  return { path: '/api/newsroom/counts', select: ({ body }) => body as NewsroomCounts };
}

function rows<Row>(path: string, query: Readonly<Record<string, string | undefined>>): ApiQuery<Rows<Row>> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return { path: `${path}?${search}`, select: ({ body, next }) => ({ rows: body as Row[], next }) };
}
