import {
  changedFields,
  type NewSubmissionEvent,
  needsConsent,
  type SubmissionContent,
  type SubmissionProgress,
  submissionFields,
} from '@journal/events';
import type { CommandOf, Decision } from '../decider.ts';

/** What editors do with a pitch before it is published, and how its writer answers. `seen`: see `EditSubmission`. */
export type StageCommands = {
  /** `editorId`: of somebody who may look after pitches.; `onlyReviews`: whether they see no pitches but those that they look after. */
  AssignSubmission: {
    submissionId: string;
    editorId: string;
    onlyReviews: boolean;
    seen?: readonly number[];
  };
  UnassignSubmission: { submissionId: string; seen?: readonly number[] };
  /**
   * `editorId`: who asks, and looks after the pitch from now on where nobody does; for who is bound to what they look
   * after there is no other (`onlyAssigned`).
   */
  RequestChanges: {
    submissionId: string;
    editorId: string;
    onlyAssigned?: boolean;
    note: string;
    dueAt: string | null;
    seen?: readonly number[];
  };
  /** `userId`: who sends it again, which only the writer may. */
  ResubmitSubmission: {
    submissionId: string;
    userId: string;
    content: SubmissionContent;
    note: string | null;
    seen?: readonly number[];
  };
  AcceptSubmission: { submissionId: string; issueNumber: number | null; seen?: readonly number[] };
  DeclineSubmission: { submissionId: string; note: string; seen?: readonly number[] };
  /** `publishAt`: in UTC, and still to come. */
  ScheduleSubmission: { submissionId: string; publishAt: string; seen?: readonly number[] };
  UnscheduleSubmission: { submissionId: string; seen?: readonly number[] };
  /** `isAgreed`: whether the people named in it have agreed. */
  NoteAgreement: { submissionId: string; isAgreed: boolean; seen?: readonly number[] };
  /**
   * `articleId`: the article that it becomes. `planned`: only if it is to be published at that time. `consentAge`: only if
   * its writer is no younger, as no guardian has consented. `issueNumber`: its article waits for that issue, and only what
   * is accepted does.
   */
  PublishSubmission: {
    submissionId: string;
    articleId: number;
    issueNumber?: number | undefined;
    consentAge?: number | undefined;
    planned?: string;
    seen?: readonly number[];
  };
};
export type StageCommand = CommandOf<StageCommands>;

export type StageRejection =
  | 'submission-accepted'
  | 'submission-not-accepted'
  | 'changes-not-requested'
  | 'own-pitch'
  | 'submission-not-planned'
  | 'consent-missing';

type Pending = SubmissionProgress & {
  readonly pitch: SubmissionContent & { readonly id: string; readonly userId: string };
};

/** Decides what a command leads to for a pitch that is pending. */
export function decideStage(
  command: StageCommand,
  { pitch, stage, assigneeId, issueNumber, publishAt, agreedAt }: Pending,
): Decision<NewSubmissionEvent, StageRejection> {
  const which = { submissionId: pitch.id, userId: pitch.userId };
  const assigned = (editorId: string) =>
    ({ type: 'SubmissionAssigned', data: { ...which, editorId } }) as const;
  switch (command.type) {
    case 'AssignSubmission':
      if (command.onlyReviews && command.editorId === pitch.userId) return { rejection: 'own-pitch' };
      return { events: command.editorId === assigneeId ? [] : [assigned(command.editorId)] };
    case 'UnassignSubmission':
      return { events: assigneeId === null ? [] : [{ type: 'SubmissionUnassigned', data: which }] };
    case 'RequestChanges': {
      if (stage === 'accepted') return { rejection: 'submission-accepted' };
      const { editorId, note, dueAt } = command;
      const asked = { type: 'SubmissionChangesRequested', data: { ...which, note, dueAt } } as const;
      return { events: assigneeId === null ? [assigned(editorId), asked] : [asked] };
    }
    case 'ResubmitSubmission': {
      if (stage !== 'changes-requested') return { rejection: 'changes-not-requested' };
      const changes = changedFields(submissionFields, pitch, command.content);
      const data = { ...which, ...changes, note: command.note };
      return { events: [{ type: 'SubmissionResubmitted', data }] };
    }
    case 'AcceptSubmission': {
      if (stage === 'accepted' && issueNumber === command.issueNumber) return { events: [] };
      const data = { ...which, issueNumber: command.issueNumber };
      return { events: [{ type: 'SubmissionAccepted', data }] };
    }
    case 'DeclineSubmission':
      return { events: [{ type: 'SubmissionDeclined', data: { ...which, note: command.note } }] };
    case 'ScheduleSubmission': {
      if (publishAt === command.publishAt) return { events: [] };
      const data = { ...which, publishAt: command.publishAt };
      return { events: [{ type: 'SubmissionScheduled', data }] };
    }
    case 'UnscheduleSubmission':
      return { events: publishAt === null ? [] : [{ type: 'SubmissionUnscheduled', data: which }] };
    case 'NoteAgreement': {
      if (command.isAgreed === (agreedAt !== null)) return { events: [] };
      const type = command.isAgreed ? 'SubmissionAgreementConfirmed' : 'SubmissionAgreementRevoked';
      return { events: [{ type, data: which }] };
    }
    case 'PublishSubmission': {
      const { articleId, issueNumber: awaited } = command;
      if (awaited !== undefined && stage !== 'accepted') return { rejection: 'submission-not-accepted' };
      if (command.planned !== undefined && command.planned !== publishAt)
        return { rejection: 'submission-not-planned' };
      if (needsConsent(pitch.age, command.consentAge)) return { rejection: 'consent-missing' };
      const data = { ...which, articleId, ...(awaited !== undefined && { issueNumber: awaited }) };
      return { events: [{ type: 'SubmissionPublished', data }] };
    }
    default:
      return command satisfies never;
  }
}
