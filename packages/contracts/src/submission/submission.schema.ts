import {
  answerProperties,
  bylineNames,
  requestProperties,
  type SubmissionStage,
  submissionFields,
  submissionStages,
  textLimits,
  uuidPattern,
} from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { ClosedObject, DateTime, IssueNumber, nullable } from '../system/schemas.ts';

/**
 * What a writer fills in to pitch an essay, and an editor to edit one. Text arrives trimmed (see `trimText`);
 * `school` may be left out, null or empty, which all mean "none".
 */
export const SubmissionFields = ClosedObject(requestProperties(submissionFields));
export type SubmissionFields = Static<typeof SubmissionFields>;

const chosen = {
  name: Type.Enum([...bylineNames], { message: 'Please choose how your name appears' }),
  showAge: Type.Boolean({ label: 'Show age' }),
  showSchool: Type.Boolean({ label: 'Show school' }),
};

/**
 * How the writer is named under the piece: the whole name, `Mina K.`, `Mina`, or `penName`, which goes with `pen` alone;
 * and whether age and school stand beside it.
 */
export const BylineChoice = ClosedObject({
  ...chosen,
  penName: Type.Optional(
    nullable(Type.String({ maxLength: textLimits.name, format: 'printable', label: 'Pen name' })),
  ),
});
export type BylineChoice = Static<typeof BylineChoice>;

/** A pitch as it is sent in; without `byline` its writer is named with the whole name, age and school. */
export const Pitch = ClosedObject({ ...SubmissionFields.properties, byline: Type.Optional(BylineChoice) });
export type Pitch = Static<typeof Pitch>;

/** Answer to a pitch. */
export const SubmissionReceipt = Type.Object({ id: Type.String() });
export type SubmissionReceipt = Static<typeof SubmissionReceipt>;

/**
 * `pending` waits to be published, at one of the stages; `published` has an article; `declined` was answered with a no, and
 * can be reopened; `deleted` was spam or a mistake, and can be restored; `withdrawn` was taken back by its writer, for good.
 */
export const SubmissionStatus = Type.Enum(['pending', 'published', 'declined', 'deleted', 'withdrawn']);
export type SubmissionStatus = Static<typeof SubmissionStatus>;

export const Stage = Type.Enum([...submissionStages] as SubmissionStage[]);

/** Who looks after a pitch, as lists are narrowed to it. */
export const Assignee = Type.String({
  pattern: `^(nobody|${uuidPattern})$`,
  message: 'Assignee must be the id of a user, or nobody',
});

/** At most this many characters may an editor and a writer write to each other at a time. */
export const maxNoteLength = 5_000;
const Note = (label: string) =>
  Type.String({ minLength: 1, maxLength: maxNoteLength, format: 'printable', label });

export const Assignment = ClosedObject({ userId: Type.String({ format: 'uuid', label: 'User id' }) });
/** `dueAt`: until when, if that is said. */
export const ChangeRequest = ClosedObject({
  note: Note('Note'),
  dueAt: Type.Optional(nullable(Type.String({ format: 'date-time', label: 'Due date' }))),
});
/** The whole pitch as it is sent again, with a reply to the editors where there is one. */
export const Resubmission = ClosedObject({
  ...SubmissionFields.properties,
  reply: Type.Optional(
    nullable(Type.String({ maxLength: maxNoteLength, format: 'printable', label: 'Reply' })),
  ),
});
export type Resubmission = Static<typeof Resubmission>;
/** The issue that it is accepted for, if that is known. */
export const Acceptance = ClosedObject({
  issueNumber: Type.Optional(nullable(IssueNumber)),
});
/** Whether the people named in a pitch have agreed to that. */
export const Agreement = ClosedObject({ isAgreed: Type.Boolean({ label: 'Agreed' }) });
export const PlannedPublication = ClosedObject({
  publishAt: Type.String({ format: 'date-time', label: 'Date and time' }),
});
/** What worries the writer of a pitch. */
export const Concern = ClosedObject({ text: Note('What happened') });
/**
 * One that was reported: by the writer of a pitch, with who that is and about which pitch, or by anybody, with the article
 * that it is about and where an answer is wanted, if they said so.
 */
export const ReportedConcern = Type.Object({
  at: DateTime,
  submissionId: nullable(Type.String()),
  articleId: nullable(Type.Integer()),
  articleTitle: nullable(Type.String()),
  userId: nullable(Type.String()),
  fullName: nullable(Type.String()),
  replyTo: nullable(Type.String()),
  text: Type.String(),
});
export type ReportedConcern = Static<typeof ReportedConcern>;
export const Refusal = ClosedObject({ message: Note('Message') });

const { fullName, age, ...otherFields } = answerProperties(submissionFields);

/** A pitch as editors see it. One whose writer has been forgotten is in no list. */
export const Submission = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  fullName,
  age,
  /** Of the writer's account, where there is one. */
  email: nullable(Type.String()),
  ...otherFields,
  /** How its writer wants to be named. */
  byline: Type.Object({ ...chosen, penName: nullable(Type.String()) }),
  createdAt: DateTime,
  status: SubmissionStatus,
  /** What became of it, where it was published. */
  articleId: nullable(Type.Integer()),
  /** Null where it is not pending. */
  stage: nullable(Stage),
  /** When it came to the stage that it has, or had when it was pending. */
  stageSince: DateTime,
  /** The user id of the editor who looks after it. */
  assigneeId: nullable(Type.String()),
  /** Until when its writer is asked for changes. */
  dueAt: nullable(DateTime),
  /** The issue that it was accepted for. */
  issueNumber: nullable(Type.Integer()),
  /** When it is to be published, where that is planned. */
  publishAt: nullable(DateTime),
  /** When an editor made sure that the people named in it have agreed; null where nobody has, or the text is another since. */
  agreedAt: nullable(DateTime),
  /** There where it can't be published before a parent or guardian has consented. */
  awaitsConsent: Type.Optional(Type.Literal(true)),
});
export type Submission = Static<typeof Submission>;

/** A pitch after a write: the address of its writer is kept elsewhere than the log. */
export const WrittenSubmission = Type.Omit(Submission, ['email']);

/** Something that happened to a pitch, as its writer is told. */
export const SubmissionStep = Type.Object({
  at: DateTime,
  /** The type of its event. */
  event: Type.String(),
  /** Whether the writer did it. */
  isOwn: Type.Boolean(),
  /** What the editors wrote to the writer with it, or the writer to them. */
  note: nullable(Type.String()),
});
export type SubmissionStep = Static<typeof SubmissionStep>;

/** A pitch as its writer sees it. */
export const OwnSubmission = Type.Object({
  ...Type.Omit(Submission, ['userId', 'email', 'assigneeId', 'agreedAt']).properties,
  /**
   * What became of its article: seen by readers, hidden by its writer, deleted, removed for good, or `waiting` for its issue,
   * or to be made; null before it is published.
   */
  articleState: nullable(Type.Enum(['shown', 'hidden', 'deleted', 'removed', 'waiting'])),
  /** The number of the issue that it comes out with, as long as readers do not see that. */
  waitsFor: nullable(Type.Integer()),
  /** Whether an editor has edited it: its writer can then change it no more unless they are asked to. */
  isTakenUp: Type.Boolean(),
  /** Comments for the writer that are not resolved and have no answer of theirs; none where it is not pending. */
  unansweredComments: Type.Integer({ minimum: 0 }),
  /** What happened to it, oldest first; the writer's own edits are left out. */
  steps: Type.Array(SubmissionStep),
});
export type OwnSubmission = Static<typeof OwnSubmission>;
