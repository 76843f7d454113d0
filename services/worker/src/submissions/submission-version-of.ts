import type { SubmissionVersionRow } from '@journal/read-models';
import type { OpenedSubmissionEvent } from './submission-event.ts';

/** Of these the event's data has no change to tell: they only say which pitch, whose, and what became of it. */
const names: ReadonlySet<string> = new Set(['submissionId', 'userId', 'articleId', 'restoredRevision']);

/** What the history keeps of an event: who, when, and the values it brought. */
export function submissionVersionOf(event: OpenedSubmissionEvent): SubmissionVersionRow {
  const { type, data, metadata, revision, position } = event;
  const { submissionId, userId: _userId, ...values } = data;
  return {
    ...values,
    submissionId,
    revision,
    event: type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.requestId,
    position,
    changed: Object.keys(data).filter((field) => !names.has(field)),
  };
}
