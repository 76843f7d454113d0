import { ApiError, type Submission } from '@journal/contracts';
import { apiClient } from '../../data/api.ts';
import { newId } from '../../data/attempt-key.ts';
import { piecePath, readPiece } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import type { useSession } from '../../data/use-api.ts';

/** Steps on a pitch that need a form. */
export type Step = 'request-changes' | 'accept' | 'decline' | 'schedule';

/** Whether a user may comment on a pitch and ask for changes: those who decide, and a reviewer who looks after it. */
export const mayReview = (
  user: ReturnType<typeof useSession>,
  { assigneeId }: Pick<Submission, 'assigneeId'>,
): boolean =>
  isAbleTo(user, 'decide-pitches') || (isAbleTo(user, 'review-pitches') && assigneeId === user?.id);

/** Resolves with the ETag of a pitch as shown. Rejects with `ApiError` if it has changed or is gone. */
export async function tagOf(pitch: Submission): Promise<string> {
  const now = await readPiece(piecePath({ kind: 'submissions', id: pitch.id }));
  if (now === null) throw createRefusal(404, 'This submission has been deleted meanwhile');
  if (!isUnchanged(pitch, now.row))
    throw createRefusal(412, 'Someone else has changed this submission since you opened it');
  return now.etag;
}

/** Whether a pitch is unchanged since it was shown. */
export const isUnchanged = (shown: Submission, now: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(shown).every(([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value));

const createRefusal = (status: number, message: string) =>
  new ApiError(status, JSON.stringify({ code: 'edited-meanwhile', message }));

/** Assigns a pitch to an editor, or to nobody, if it is unchanged since it was shown. */
export async function assignPitch(pitch: Submission, editorId: string | null): Promise<unknown> {
  const options = {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  };
  if (editorId === null) return apiClient.request('POST /api/submissions/:id/unassign', options);
  return apiClient.request('POST /api/submissions/:id/assign', { ...options, body: { userId: editorId } });
}

/** Returns a declined pitch to its stage, if it is unchanged since it was shown or has the given ETag. */
export async function reopenPitch(pitch: Submission, etag?: string): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/reopen', {
    params: { id: pitch.id },
    headers: { 'if-match': etag ?? (await tagOf(pitch)) },
    idempotencyKey: newId(),
  });
}

/**
 * Publishes a pitch as an article, if it is unchanged since it was shown: nobody publishes a text that they have not
 * read.
 */
export async function publishPitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/publish', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  });
}

/** Cancels the planned publication of a pitch, if it is unchanged since it was shown. */
export async function unschedulePitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/unschedule', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  });
}

/**
 * Records whether the people named in a pitch have agreed, if it is unchanged since it was shown: they agreed to this
 * text.
 */
export async function noteAgreement(pitch: Submission, isAgreed: boolean): Promise<unknown> {
  return apiClient.request('PUT /api/submissions/:id/agreement', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    body: { isAgreed },
  });
}

/** Deletes a pitch, if it is unchanged since it was shown. */
export async function deletePitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('DELETE /api/submissions/:id', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
  });
}
