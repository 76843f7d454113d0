import { ApiError, type Submission } from '@journal/contracts';
import { apiClient } from '../../data/api.ts';
import { newId } from '../../data/attempt-key.ts';
import { piecePath, readPiece } from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import type { useSession } from '../../data/use-api.ts';

/** What an editor does with a pitch by a form. */
export type Step = 'request-changes' | 'accept' | 'decline' | 'schedule';

/** Whether somebody may comment on a pitch and ask for changes: who decides, and a reviewer where they look after it. */
export const mayReview = (
  user: ReturnType<typeof useSession>,
  { assigneeId }: Pick<Submission, 'assigneeId'>,
): boolean =>
  isAbleTo(user, 'decide-pitches') || (isAbleTo(user, 'review-pitches') && assigneeId === user?.id);

/** Resolves with the ETag of a pitch as it is shown. Rejects with `ApiError` where it is another by now, or gone. */
export async function tagOf(pitch: Submission): Promise<string> {
  const now = await readPiece(piecePath({ kind: 'submissions', id: pitch.id }));
  if (now === null) throw refused(404, 'This submission has been deleted meanwhile');
  if (!isAsShown(pitch, now.row))
    throw refused(412, 'Someone else has changed this submission since you opened it');
  return now.etag;
}

/** Whether a pitch is still as it is shown. */
export const isAsShown = (shown: Submission, now: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(shown).every(([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value));

const refused = (status: number, message: string) =>
  new ApiError(status, JSON.stringify({ code: 'edited-meanwhile', message }));

/** Has an editor look after a pitch, or nobody, if it is still as it is shown. */
export async function assignPitch(pitch: Submission, editorId: string | null): Promise<unknown> {
  const options = {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  };
  if (editorId === null) return apiClient.request('POST /api/submissions/:id/unassign', options);
  return apiClient.request('POST /api/submissions/:id/assign', { ...options, body: { userId: editorId } });
}

/** Puts a declined pitch back to its stage, if it is still as it is shown or has the ETag that is given. */
export async function reopenPitch(pitch: Submission, etag?: string): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/reopen', {
    params: { id: pitch.id },
    headers: { 'if-match': etag ?? (await tagOf(pitch)) },
    idempotencyKey: newId(),
  });
}

/** Makes an article of a pitch, if it is still as it is shown: nobody publishes what they have not read. */
export async function publishPitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/publish', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  });
}

/** Cancels the planned publication of a pitch, if it is still as it is shown. */
export async function unschedulePitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('POST /api/submissions/:id/unschedule', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    idempotencyKey: newId(),
  });
}

/** Notes whether the people named in a pitch have agreed, if it is still as it is shown: they agreed to this text. */
export async function noteAgreement(pitch: Submission, isAgreed: boolean): Promise<unknown> {
  return apiClient.request('PUT /api/submissions/:id/agreement', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
    body: { isAgreed },
  });
}

/** Deletes a pitch, if it is still as it is shown. */
export async function deletePitch(pitch: Submission): Promise<unknown> {
  return apiClient.request('DELETE /api/submissions/:id', {
    params: { id: pitch.id },
    headers: { 'if-match': await tagOf(pitch) },
  });
}
