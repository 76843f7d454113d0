import {
  ApiError,
  type ArticleFields,
  type AuditFilters,
  addressOf,
  type Section,
  type SubmissionFields,
  type SubmissionStatus,
} from '@journal/contracts';
import { type ApiAnswer, apiClient, call, queryOf, rowsOf, withQuery } from './api.ts';

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

/** Newest first. */
export const newsroomArticles = (filter: ArticlesFilter) =>
  rowsOf('GET /api/newsroom/articles', { query: { ...filter, limit: 25 } });

/** Newest first, ten for a page, since each comes with its whole essay; pending ones unless the filter says otherwise. */
export const submissions = (filter: SubmissionsFilter) =>
  rowsOf('GET /api/submissions', { query: { ...filter, limit: 10 } });

export const newsroomCounts = () => queryOf('GET /api/newsroom/counts');

/** Who did what, newest first; before a position, where that is given. */
export const audit = (filter: AuditFilters, before?: string) =>
  rowsOf('GET /api/audit', { query: { ...filter, before } });

/** The address of the audit as a file, whole. */
export const auditFile = (filter: AuditFilters) => withQuery('/api/audit.csv', filter);

/** What has a history. */
export type Piece = { readonly kind: 'articles' | 'submissions'; readonly id: string };

/** The versions of a piece, newest first; those older than revision `before`, where that is given. */
export const history = ({ kind, id }: Piece, before?: number) =>
  rowsOf(`GET /api/${kind}/:id/history` as const, { params: { id }, query: { before } });

/** The whole text as of a version, and what it changed. */
export const historyVersion = ({ kind, id }: Piece, revision: number) =>
  queryOf(`GET /api/${kind}/:id/history/:revision` as const, { params: { id, revision } });

/** Restores a version of a piece, deleted or not. */
export const restoreVersion = ({ kind, id }: Piece, revision: number) =>
  call(`POST /api/${kind}/:id/restore` as const, { params: { id }, body: { revision } });

export const articlePath = (id: number) => addressOf('GET /api/articles/:id', { params: { id } });
export const submissionPath = (id: string) => addressOf('GET /api/submissions/:id', { params: { id } });

/** Repeated with the same key it publishes once. */
export const publishArticle = (body: ArticleFields, idempotencyKey: string) =>
  call('POST /api/articles', { body, idempotencyKey });
export const deleteArticle = (id: number) => call('DELETE /api/articles/:id', { params: { id } });
export const restoreArticle = (id: number) => call('POST /api/articles/:id/restore', { params: { id } });
/** Replaces the article if its ETag is still this one. */
export const saveArticle = (id: number, body: ArticleFields, etag: string) =>
  call('PUT /api/articles/:id', { params: { id }, body, headers: { 'if-match': etag } });

export const deleteSubmission = (id: string) => call('DELETE /api/submissions/:id', { params: { id } });
export const restoreSubmission = (id: string) =>
  call('POST /api/submissions/:id/restore', { params: { id } });
export const publishSubmission = (id: string) =>
  call('POST /api/submissions/:id/publish', { params: { id } });
/** Replaces the pitch if its ETag is still this one. */
export const saveSubmission = (id: string, body: SubmissionFields, etag: string) =>
  call('PUT /api/submissions/:id', { params: { id }, body, headers: { 'if-match': etag } });

/** The current article or pitch with its ETag, for conditional writes; null where it is deleted. */
export type TaggedRow<Row> =
  | (Pick<ApiAnswer, 'topics'> & { readonly row: Row; readonly etag: string })
  | null;

/** Reads what is about to be edited. Rejects with `ApiError`, but for a 404. */
export async function readRow<Row>(path: string, signal?: AbortSignal): Promise<TaggedRow<Row>> {
  try {
    const { data, etag = '*', topics } = await apiClient.get(path, { signal });
    return { row: data as Row, etag, topics };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
