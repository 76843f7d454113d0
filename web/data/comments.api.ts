import type { NewComment } from '@journal/contracts';
import type { QueryClient } from '@tanstack/query-core';
import { apiClient, queryOf } from './api.ts';

/** All comments on a pitch, for editors. */
export const comments = (id: string) => queryOf('GET /api/submissions/:id/comments', { params: { id } });

/** The comments addressed to the pitch's writer. */
export const ownComments = (id: string) =>
  queryOf('GET /api/submissions/mine/:id/comments', { params: { id } });

/** Resolves when the page's comments on a pitch have been refetched. */
export async function refetchComments(client: QueryClient, id: string): Promise<void> {
  const queries = [comments(id), ownComments(id)];
  await Promise.all(queries.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

export const sendComment = (id: string, body: NewComment, idempotencyKey: string) =>
  apiClient.request('POST /api/submissions/:id/comments', { params: { id }, body, idempotencyKey });

/** Identifies a comment and its pitch. */
export type CommentName = { readonly id: string; readonly commentId: string };

export const sendReply = (params: CommentName, body: { note: string }, idempotencyKey: string) =>
  apiClient.request('POST /api/submissions/:id/comments/:commentId/replies', {
    params,
    body,
    idempotencyKey,
  });

/** Resolves or reopens a comment. */
export const settleComment = (params: CommentName, how: 'resolve' | 'reopen') =>
  apiClient.request(`POST /api/submissions/:id/comments/:commentId/${how}` as const, { params });

export const deleteComment = (params: CommentName) =>
  apiClient.request('DELETE /api/submissions/:id/comments/:commentId', { params });
