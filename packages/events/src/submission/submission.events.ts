import Type from 'typebox';
import { contributorSubject } from '../article/article.events.ts';
import { defineEvents, type EventMetadata, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { namesSealedFor } from '../fields/field.ts';
import { changedProperties, dataProperties, nullable } from '../fields/field-schemas.ts';
import { bylineNames } from './byline.fields.ts';
import { type SubmissionStage, submissionFields } from './submission.fields.ts';

/** Which pitch, and whose: the writer's key is the one that a published article's byline is sealed with. */
const which = { submissionId: Type.String(), userId: Type.String() };

export const pitchWriterSubject = ({ userId }: { readonly userId: string }) =>
  contributorSubject({ contributorId: userId });

/** Of one pitch's text and of the notes about it: they can expire alone, and are forgotten with its writer. */
export const submissionSubject = (data: { readonly userId: string; readonly submissionId: string }) =>
  `${pitchWriterSubject(data)}/submission:${data.submissionId}`;

/** Versions before sealed the text with the writer's key, too; what is sealed says with which key it is. */
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
  /** `byline`: left out where the writer said nothing about it. */
  SubmissionPitched: {
    data: { ...which, ...dataProperties(submissionFields), byline: Type.Optional(byline) },
    sealed: [...sealed, sealedByline],
  },
  /** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
  SubmissionEdited: {
    data: {
      ...which,
      ...changedProperties(submissionFields),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    sealed,
  },
  /** Its writer has chosen how to be named, which its article follows where it was published already. */
  SubmissionBylineChosen: { data: { ...which, byline }, sealed: [sealedByline] },
  /**
   * The pitch is closed, and its article has to be published: whoever finds the article missing publishes it from the
   * pitch as of this event, in the name of this event's actor. `issueNumber`: of the issue that the article waits for.
   */
  SubmissionPublished: {
    data: {
      ...which,
      articleId: Type.Integer({ minimum: 1 }),
      issueNumber: Type.Optional(Type.Integer({ minimum: 1 })),
    },
  },
  SubmissionDeleted: { data: which },
  /** A deleted pitch is back, as it was when it was deleted. */
  SubmissionRestored: { data: which },
  /**
   * Something about it, or about how somebody treats its writer, worries the writer. Sealed with the writer's key, not
   * with the pitch's, which may go before.
   */
  SubmissionConcernReported: {
    data: { ...which, concern: Type.String() },
    sealed: [{ subject: pitchWriterSubject, fields: ['concern'] }],
  },
  /** Its writer has taken the pitch back, for good. */
  SubmissionWithdrawn: { data: which },
  /** An editor looks after it, in the place of the one before. */
  SubmissionAssigned: { data: { ...which, editorId: Type.String() } },
  SubmissionUnassigned: { data: which },
  /** Its writer is asked to change it, until `dueAt` where that is said. */
  SubmissionChangesRequested: {
    data: { ...which, note: Type.String(), dueAt: nullable(Type.String({ format: 'date-time' })) },
    sealed: [sealedNote],
  },
  /** Its writer has changed what they changed of it, and sent it again. */
  SubmissionResubmitted: {
    data: { ...which, ...changedProperties(submissionFields), note: nullable(Type.String()) },
    sealed: [...sealed, sealedNote],
  },
  /** It will be published, in this issue where there is one. */
  SubmissionAccepted: { data: { ...which, issueNumber: nullable(Type.Integer({ minimum: 1 })) } },
  SubmissionDeclined: { data: { ...which, note: Type.String() }, sealed: [sealedNote] },
  /** It is to be published at that time, in the name of whoever planned it, as it is then; in the place of a plan before. */
  SubmissionScheduled: { data: { ...which, publishAt: Type.String({ format: 'date-time' }) } },
  SubmissionUnscheduled: { data: which },
  /** An editor has made sure that the people named in it have agreed to that. */
  SubmissionAgreementConfirmed: { data: which },
  SubmissionAgreementRevoked: { data: which },
  /** It is no longer declined, and at the stage where it was. */
  SubmissionReopened: { data: which },
  /** Closed and unpublished for so long that nobody may read it any more; its key is deleted next. */
  SubmissionErased: { data: which },
});

/** The events of a pitch's stream as they are decided. */
export type NewSubmissionEvent = NewEventOf<typeof submissionEvents>;

/** The events of a pitch's stream as they are read; what the writer filled in may be null. */
export type SubmissionEvent = ReadEventOf<typeof submissionEvents>;

export const submissionStream = (submissionId: string) => `submission-${submissionId}`;

/** Where a pitch stands with the editors while it is pending; afterwards, where it stood. */
export type SubmissionProgress = {
  readonly stage: SubmissionStage;
  /** When it came to that stage. */
  readonly stageSince: string;
  /** The editor who looks after it. */
  readonly assigneeId: string | null;
  /** Until when its writer is asked to change it. */
  readonly dueAt: string | null;
  /** The issue that it was accepted for. */
  readonly issueNumber: number | null;
  /** When it is to be published; null once it has left the editors' hands, or what its writer sends has to be read. */
  readonly publishAt: string | null;
  /** When an editor made sure that the people named in it have agreed; null once the text is another. */
  readonly agreedAt: string | null;
};

/** What people are named in. */
const texts = namesSealedFor(submissionFields, 'submission');

type DatedSubmissionEvent = SubmissionEvent & { readonly metadata: Pick<EventMetadata, 'at'> };

/** Returns where a pitch stands after an event of its stream; `before` is undefined for the first. */
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
    case 'SubmissionDeclined':
    case 'SubmissionDeleted':
    case 'SubmissionWithdrawn':
      return { ...known, publishAt: null };
    default:
      return known;
  }
}
