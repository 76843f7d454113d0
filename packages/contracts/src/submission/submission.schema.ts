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
 * Form for pitching an essay, and for editing a pitch. Text arrives trimmed (see `trimText`). `school` may be absent,
 * null or empty, which all mean "none".
 */
export const SubmissionFields = ClosedObject(requestProperties(submissionFields));
export type SubmissionFields = Static<typeof SubmissionFields>;

const chosen = {
  name: Type.Enum([...bylineNames], { message: 'Please choose how your name appears' }),
  showAge: Type.Boolean({ label: 'Show age' }),
  showSchool: Type.Boolean({ label: 'Show school' }),
};

/**
 * How the writer is named on the piece: full name, `Mina K.`, `Mina`, or `penName`, which is only allowed with `pen`;
 * and whether age and school are shown.
 */
export const BylineChoice = ClosedObject({
  ...chosen,
  penName: Type.Optional(
    nullable(Type.String({ maxLength: textLimits.name, format: 'printable', label: 'Pen name' })),
  ),
});
export type BylineChoice = Static<typeof BylineChoice>;

/** A pitch as submitted. Default of `byline`: full name, age and school. */
export const Pitch = ClosedObject({ ...SubmissionFields.properties, byline: Type.Optional(BylineChoice) });
export type Pitch = Static<typeof Pitch>;

/** Response to a pitch. */
export const SubmissionReceipt = Type.Object({ id: Type.String() });
export type SubmissionReceipt = Static<typeof SubmissionReceipt>;

/**
 * `pending`: waits for publication, at one of the stages. `published`: has an article. `declined`: was rejected with a
 * message, and can be reopened. `deleted`: was spam or a mistake, and can be restored. `withdrawn`: was permanently
 * taken back by its writer.
 */
export const SubmissionStatus = Type.Enum(['pending', 'published', 'declined', 'deleted', 'withdrawn']);
export type SubmissionStatus = Static<typeof SubmissionStatus>;

export const Stage = Type.Enum([...submissionStages] as SubmissionStage[]);

/** Filter of lists by the user who looks after a pitch. */
export const Assignee = Type.String({
  pattern: `^(nobody|${uuidPattern})$`,
  message: 'Assignee must be the id of a user, or nobody',
});

/** Maximum length of a message between editor and writer, in characters. */
export const maxNoteLength = 5_000;
const Note = (label: string) =>
  Type.String({ minLength: 1, maxLength: maxNoteLength, format: 'printable', label });

export const Assignment = ClosedObject({ userId: Type.String({ format: 'uuid', label: 'User id' }) });
/** `dueAt`: deadline, if any. */
export const ChangeRequest = ClosedObject({
  note: Note('Note'),
  dueAt: Type.Optional(nullable(Type.String({ format: 'date-time', label: 'Due date' }))),
});
/** The whole pitch as sent again, with an optional reply to the editors. */
export const Resubmission = ClosedObject({
  ...SubmissionFields.properties,
  reply: Type.Optional(
    nullable(Type.String({ maxLength: maxNoteLength, format: 'printable', label: 'Reply' })),
  ),
});
export type Resubmission = Static<typeof Resubmission>;
/** Issue that the pitch is accepted for, if known. */
export const Acceptance = ClosedObject({
  issueNumber: Type.Optional(nullable(IssueNumber)),
});
/** Whether the people named in a pitch have agreed to being named. */
export const Agreement = ClosedObject({ isAgreed: Type.Boolean({ label: 'Agreed' }) });
export const PlannedPublication = ClosedObject({
  publishAt: Type.String({ format: 'date-time', label: 'Date and time' }),
});
/** A concern of a pitch's writer. */
export const Concern = ClosedObject({ text: Note('What happened') });
/**
 * A reported concern: from the writer of a pitch, with the writer and the pitch, or from anyone, with the article that
 * it is about and an address for a reply, if given.
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

/** A pitch as editors see it. Pitches of forgotten writers are in no list. */
export const Submission = Type.Object({
  id: Type.String(),
  userId: Type.String(),
  fullName,
  age,
  /** Address of the writer's account, if there is one. */
  email: nullable(Type.String()),
  ...otherFields,
  /** How the writer wants to be named. */
  byline: Type.Object({ ...chosen, penName: nullable(Type.String()) }),
  createdAt: DateTime,
  status: SubmissionStatus,
  /** Id of the resulting article, if the pitch was published. */
  articleId: nullable(Type.Integer()),
  /** Null if the pitch is not pending. */
  stage: nullable(Stage),
  /** Time at which the pitch reached its current stage, or the last one while it was pending. */
  stageSince: DateTime,
  /** User id of the editor who looks after the pitch. */
  assigneeId: nullable(Type.String()),
  /** Deadline for the requested changes. */
  dueAt: nullable(DateTime),
  /** Issue that the pitch was accepted for. */
  issueNumber: nullable(Type.Integer()),
  /** Scheduled time of publication; null if there is none. */
  publishAt: nullable(DateTime),
  /**
   * Time at which an editor verified that the people named have agreed; null if none did, or if the text has changed
   * since.
   */
  agreedAt: nullable(DateTime),
  /** Present if a parent or guardian must consent before publication. */
  awaitsConsent: Type.Optional(Type.Literal(true)),
});
export type Submission = Static<typeof Submission>;

/** A pitch after a write, without the writer's address, which the pitch's events do not contain. */
export const WrittenSubmission = Type.Omit(Submission, ['email']);

/** An event of a pitch, as reported to its writer. */
export const SubmissionStep = Type.Object({
  at: DateTime,
  /** Type of the event. */
  event: Type.String(),
  /** Whether the writer caused it. */
  isOwn: Type.Boolean(),
  /** Message from the editors to the writer, or from the writer to them. */
  note: nullable(Type.String()),
});
export type SubmissionStep = Static<typeof SubmissionStep>;

/** A pitch as its writer sees it. */
export const OwnSubmission = Type.Object({
  ...Type.Omit(Submission, ['userId', 'email', 'assigneeId', 'agreedAt']).properties,
  /**
   * State of the article: visible to readers, hidden by its writer, deleted, permanently removed, or `waiting` for its
   * issue or for its creation. Null before publication.
   */
  articleState: nullable(Type.Enum(['shown', 'hidden', 'deleted', 'removed', 'waiting'])),
  /** Whether editors have taken the name off the article: readers don't see the byline. */
  isNameWithheld: Type.Boolean(),
  /** Number of the issue in which it will be published, as long as readers do not see that issue. */
  waitsFor: nullable(Type.Integer()),
  /** Whether an editor has edited it. If so, its writer can change it only when asked to. */
  isTakenUp: Type.Boolean(),
  /** Number of unresolved comments for the writer without a reply from them; 0 if the pitch is not pending. */
  unansweredComments: Type.Integer({ minimum: 0 }),
  /** Events of the pitch, oldest first, without the writer's own edits. */
  steps: Type.Array(SubmissionStep),
});
export type OwnSubmission = Static<typeof OwnSubmission>;
