import { ApiError, type ArticleFields, addressOf, type SubmissionFields } from '@journal/contracts';
import { type ApiAnswer, apiClient, call } from './api.ts';

export const articlePath = (id: number) => addressOf('GET /api/articles/:id', { params: { id } });
export const submissionPath = (id: string) => addressOf('GET /api/submissions/:id', { params: { id } });

/** Sent twice with the same key, it is published once. */
export const publishArticle = (body: ArticleFields, idempotencyKey: string) =>
  call('POST /api/articles', { body, idempotencyKey });
export const deleteArticle = (id: number) => call('DELETE /api/articles/:id', { params: { id } });
export const restoreArticle = (id: number) => call('POST /api/articles/:id/restore', { params: { id } });
/** Replaces the article if it is still as it was read under this tag. */
export const saveArticle = (id: number, body: ArticleFields, etag: string) =>
  call('PUT /api/articles/:id', { params: { id }, body, headers: { 'if-match': etag } });

/** Sends a pitch; with the same key and fields again it counts once. */
export const pitch = (body: SubmissionFields, idempotencyKey: string) =>
  call('POST /api/submissions', { body, idempotencyKey });
export const deleteSubmission = (id: string) => call('DELETE /api/submissions/:id', { params: { id } });
export const restoreSubmission = (id: string) =>
  call('POST /api/submissions/:id/restore', { params: { id } });
export const publishSubmission = (id: string) =>
  call('POST /api/submissions/:id/publish', { params: { id } });
/** Replaces the pitch if it is still as it was read under this tag. */
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
