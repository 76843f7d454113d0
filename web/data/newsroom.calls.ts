import {
  type Article,
  type ArticleFields,
  idempotencyKeyHeader,
  type Submission,
  type SubmissionFields,
} from '@journal/contracts';
import { write } from './browser-write.ts';

export const articlePath = (id: number) => `/api/articles/${id}`;
export const submissionPath = (id: string) => `/api/submissions/${encodeURIComponent(id)}`;

/** Sent twice with the same key, it is published once. */
export const publishArticle = (body: ArticleFields, key: string) =>
  write<Article>('POST', '/api/articles', body, { [idempotencyKeyHeader]: key });
export const deleteArticle = (id: number) => write('DELETE', articlePath(id));
export const restoreArticle = (id: number) => write<Article>('POST', `${articlePath(id)}/restore`);

export const deleteSubmission = (id: string) => write('DELETE', submissionPath(id));
export const restoreSubmission = (id: string) => write<Submission>('POST', `${submissionPath(id)}/restore`);
export const publishSubmission = (id: string) => write<Article>('POST', `${submissionPath(id)}/publish`);

/** Replaces what is at this path if it is still as it was read. */
export const saveRow = (path: string, body: ArticleFields | SubmissionFields, etag: string) =>
  write<Article | Submission>('PUT', path, body, { 'if-match': etag });
