import {
  changedFields,
  type NewSubmissionEvent,
  needsConsent,
  type SubmissionContent,
  type SubmissionProgress,
  submissionFields,
} from '@journal/events';
import type { CommandOf, Decision } from '../decider.ts';

/** Editors' commands for a pitch before it is published, and its writer's answer. `seen`: see `EditSubmission`. */
export type StageCommands = {
  /** `editorId`: of a user who may look after pitches; `onlyReviews`: whether they see only assigned pitches. */
  AssignSubmission: {
    submissionId: string;
    editorId: string;
    onlyReviews: boolean;
    seen?: readonly number[];
  };
  UnassignSubmission: { submissionId: string; seen?: readonly number[] };
  /**
   * `editorId`: the requester, who becomes the assignee if there is none. Users who may only review assigned pitches
   * (`onlyAssigned`) have to be the assignee already.
   */
  RequestChanges: {
    submissionId: string;
    editorId: string;
    onlyAssigned?: boolean;
    note: string;
    dueAt: string | null;
    seen?: readonly number[];
  };
  /** `userId`: the requester, who must be the writer. */
  ResubmitSubmission: {
    submissionId: string;
    userId: string;
    content: SubmissionContent;
    note: string | null;
    seen?: readonly number[];
  };
  AcceptSubmission: { submissionId: string; issueNumber: number | null; seen?: readonly number[] };
  DeclineSubmission: { submissionId: string; note: string; seen?: readonly number[] };
  /** `publishAt`: UTC, in the future. */
  ScheduleSubmission: { submissionId: string; publishAt: string; seen?: readonly number[] };
  UnscheduleSubmission: { submissionId: string; seen?: readonly number[] };
  /** `isAgreed`: whether the people named in it have agreed. */
  NoteAgreement: { submissionId: string; isAgreed: boolean; seen?: readonly number[] };
  /**
   * `articleId`: the article that it becomes. `planned`: rejected unless this is its planned time. `consentAge`:
   * rejected if its writer is younger, since no guardian has consented. `issueNumber`: the article waits for that
   * issue, and only accepted pitches do.
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

/** Decides a command on a pending pitch. */
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
