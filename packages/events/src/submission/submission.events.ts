import Type from 'typebox';
import { contributorSubject } from '../article/article.events.ts';
import { defineEvents, type EventMetadata, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties, nullable } from '../fields/field-schemas.ts';
import { bylineNames } from './byline.fields.ts';
import { type SubmissionStage, submissionFields } from './submission.fields.ts';

/** The pitch and its writer. The writer's key also seals the byline of the published article. */
const which = { submissionId: Type.String(), userId: Type.String() };

export const pitchWriterSubject = ({ userId }: { readonly userId: string }) =>
  contributorSubject({ contributorId: userId });

/**
 * Returns the subject of one pitch's text and the notes about it. They can expire on their own, and are forgotten with
 * the writer.
 */
export const submissionSubject = (data: { readonly userId: string; readonly submissionId: string }) =>
  `${pitchWriterSubject(data)}/submission:${data.submissionId}`;

/** Earlier versions also sealed the text with the writer's key. Each box names the subject of its key. */
const sealed = [
  { subject: pitchWriterSubject, fields: namesSealedFor(submissionFields, 'contributor') },
  { subject: submissionSubject, fields: namesSealedFor(submissionFields, 'submission') },
] as const;
const sealedByline = { subject: pitchWriterSubject, fields: ['byline'] } as const;
/** See `Byline`. */
const byline = Type.Object({
  name: Type.Enum([...bylineNames]),
  penName: nullable(Type.String()),
  showAge: Type.Boolean(),
  showSchool: Type.Boolean(),
});
const sealedNote = { subject: submissionSubject, fields: ['note'] } as const;

export const submissionEvents = defineEvents({
  /** `byline`: absent if the writer chose none. */
  SubmissionPitched: {
    data: { ...which, ...dataProperties(submissionFields), byline: Type.Optional(byline) },
    sealed: [...sealed, sealedByline],
  },
  /** Contains only the changed fields. `restoredRevision` is set if the edit restored an earlier version. */
  SubmissionEdited: {
    data: {
      ...which,
      ...changedProperties(submissionFields),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    sealed,
  },
  /** The writer chose a byline. If the pitch was already published, its article adopts it. */
  SubmissionBylineChosen: { data: { ...which, byline }, sealed: [sealedByline] },
  /**
   * The pitch is closed, and its article must be published. A process that finds the article missing publishes it from
   * the pitch as of this event, on behalf of this event's actor. `issueNumber`: issue that the article waits for.
   */
  SubmissionPublished: {
    data: {
      ...which,
      articleId: Type.Integer({ minimum: 1 }),
      issueNumber: Type.Optional(Type.Integer({ minimum: 1 })),
    },
  },
  SubmissionDeleted: { data: which },
  /** A deleted pitch was restored to its state before the deletion. */
  SubmissionRestored: { data: which },
  /**
   * The writer reported a concern about the pitch, or about how someone treats them. Sealed with the writer's key
   * rather than the pitch's, which may be deleted earlier.
   */
  SubmissionConcernReported: {
    data: { ...which, concern: Type.String() },
    sealed: [{ subject: pitchWriterSubject, fields: ['concern'] }],
  },
  /** The writer permanently withdrew the pitch. */
  SubmissionWithdrawn: { data: which },
  /** An editor now looks after the pitch, replacing the previous one. */
  SubmissionAssigned: { data: { ...which, editorId: Type.String() } },
  SubmissionUnassigned: { data: which },
  /** The writer is asked to change the pitch, by `dueAt` if it is set. */
  SubmissionChangesRequested: {
    data: { ...which, note: Type.String(), dueAt: nullable(Type.String({ format: 'date-time' })) },
    sealed: [sealedNote],
  },
  /** The writer sent the pitch again. Contains only the fields that they changed. */
  SubmissionResubmitted: {
    data: { ...which, ...changedProperties(submissionFields), note: nullable(Type.String()) },
    sealed: [...sealed, sealedNote],
  },
  /** The pitch will be published, in this issue if one is set. */
  SubmissionAccepted: { data: { ...which, issueNumber: nullable(Type.Integer({ minimum: 1 })) } },
  SubmissionDeclined: { data: { ...which, note: Type.String() }, sealed: [sealedNote] },
  /**
   * The pitch will be published at `publishAt`, as it is then, on behalf of the user who scheduled it. Replaces any
   * earlier schedule.
   */
  SubmissionScheduled: { data: { ...which, publishAt: Type.String({ format: 'date-time' }) } },
  SubmissionUnscheduled: { data: which },
  /** An editor verified that the people named in the pitch agree to being named. */
  SubmissionAgreementConfirmed: { data: which },
  SubmissionAgreementRevoked: { data: which },
  /** The pitch is no longer declined, and is back at its previous stage. */
  SubmissionReopened: { data: which },
  /**
   * Nobody may read the pitch any more: it was closed unpublished and its retention period has ended, or its article was
   * erased. Its key is deleted next.
   */
  SubmissionErased: { data: which },
});

/** Events of a pitch's stream, as returned by the decider. */
export type NewSubmissionEvent = NewEventOf<typeof submissionEvents>;

/** Events of a pitch's stream, as read from the log; everything that the writer entered may be null. */
export type SubmissionEvent = ReadEventOf<typeof submissionEvents>;

export const submissionStream = (submissionId: string) => `submission-${submissionId}`;

/** Editorial progress of a pitch: its current state while pending, its last state afterwards. */
export type SubmissionProgress = {
  readonly stage: SubmissionStage;
  /** Time at which the pitch reached that stage. */
  readonly stageSince: string;
  /** User id of the editor who looks after the pitch. */
  readonly assigneeId: string | null;
  /** Deadline for the requested changes. */
  readonly dueAt: string | null;
  /** Number of the issue that the pitch was accepted for. */
  readonly issueNumber: number | null;
  /**
   * Scheduled time of publication. Null once changes are requested, the writer resubmits, or the pitch is published or
   * withdrawn. In effect only while it is pending: one that was declined or deleted comes back without it.
   */
  readonly publishAt: string | null;
  /** Time at which an editor verified that the people named have agreed. Null again once the text changes. */
  readonly agreedAt: string | null;
};

/** Fields that may name people. */
const texts = namesSealedFor(submissionFields, 'submission');

type DatedSubmissionEvent = SubmissionEvent & { readonly metadata: Pick<EventMetadata, 'at'> };

/** Returns the progress of a pitch after an event of its stream. `before` is undefined for the first event. */
export function progressAfter(
  event: DatedSubmissionEvent,
  before: SubmissionProgress | undefined,
): SubmissionProgress {
  const { at } = event.metadata;
  const known = before ?? {
    stage: 'received',
    stageSince: at,
    assigneeId: null,
    dueAt: null,
    issueNumber: null,
    publishAt: null,
    agreedAt: null,
  };
  const agreement = texts.some((field) => field in event.data) ? { agreedAt: null } : {};
  const to = (stage: SubmissionStage, changes: Partial<SubmissionProgress> = {}): SubmissionProgress => ({
    ...known,
    ...(stage === known.stage ? {} : { stage, stageSince: at }),
    dueAt: null,
    ...changes,
  });
  switch (event.type) {
    case 'SubmissionAssigned': {
      const { editorId: assigneeId } = event.data;
      return known.stage === 'received' ? to('reading', { assigneeId }) : { ...known, assigneeId };
    }
    case 'SubmissionUnassigned':
      return known.stage === 'reading'
        ? to('received', { assigneeId: null })
        : { ...known, assigneeId: null };
    case 'SubmissionChangesRequested':
      return to('changes-requested', { dueAt: event.data.dueAt, publishAt: null });
    case 'SubmissionResubmitted':
      return to('resubmitted', { publishAt: null, ...agreement });
    case 'SubmissionEdited':
      return { ...known, ...agreement };
    case 'SubmissionAgreementConfirmed':
      return { ...known, agreedAt: at };
    case 'SubmissionAgreementRevoked':
      return { ...known, agreedAt: null };
    case 'SubmissionAccepted':
      return to('accepted', { issueNumber: event.data.issueNumber });
    case 'SubmissionScheduled':
      return { ...known, publishAt: event.data.publishAt };
    case 'SubmissionUnscheduled':
    case 'SubmissionPublished':
    case 'SubmissionReopened':
    case 'SubmissionRestored':
    case 'SubmissionWithdrawn':
      return { ...known, publishAt: null };
    default:
      return known;
  }
}
