import {
  type Byline,
  changedFields,
  defaultByline,
  isKnown,
  type NewSubmissionEvent,
  type OpenedEvent,
  pickContent,
  progressAfter,
  type SubmissionContent,
  type SubmissionEvent,
  type SubmissionProgress,
  type SubmissionStage,
  submissionFields,
  submissionStream,
} from '@journal/events';
import type { CommandOf, ContentAtRevision, Dated, Decision, PieceDecider } from '../decider.ts';
import { decideByline } from './byline.decider.ts';
import { type Erasure, erasureOf } from './erasure.decider.ts';
import { decideStage, type StageCommands, type StageRejection } from './stages.decider.ts';

/** A pitch that can be read. */
export type KnownPitch = SubmissionContent & {
  /** How its writer wants to be named; null if they did not choose. */
  readonly byline: Byline | null;
  readonly id: string;
  readonly userId: string;
  readonly createdAt: string;
};

/**
 * State after folding the events of a stream. `revision` is that of the last event, -1 if there is none; `workRevision`
 * and `workPosition` are those of the last event that is not a concern, since concerns are not disclosed to editors.
 * `pitch` is null once its writer has been forgotten or it was erased. `isTakenUp`: somebody other than the writer has
 * edited it. `textRevision`: of the last event that brought text; `bylineRevision`: of the one that chose the byline, if
 * any. An undone deletion counts for neither, since the writer must not notice it.
 */
export type SubmissionState =
  | { readonly status: 'missing'; readonly revision: -1 }
  | ({
      readonly revision: number;
      readonly userId: string;
      readonly pitch: KnownPitch | null;
      readonly isTakenUp: boolean;
      readonly workRevision: number;
      readonly workPosition: OpenedEvent['position'] | undefined;
      readonly textRevision: number;
      readonly bylineRevision: number | undefined;
      readonly progress: SubmissionProgress;
      /** Time of the last event that is not a concern. */
      readonly changedAt: string;
      /** Whether it was erased: nobody may read it any more. */
      readonly isErased: boolean;
    } & (
      | { readonly status: 'pending' | 'declined' | 'deleted' | 'withdrawn' }
      | { readonly status: 'published'; readonly articleId: number; readonly publishedByline: Byline }
    ));

type Commands = StageCommands & {
  /** `userId`: the writer's; identifies the key that seals the pitch. */
  PitchSubmission: {
    submissionId: string;
    userId: string;
    content: SubmissionContent;
    byline?: Byline | undefined;
  };
  /** `seen`: revisions that the editor has seen; if omitted, any. */
  EditSubmission: { submissionId: string; content: SubmissionContent; seen?: readonly number[] };
  /** `userId`: the requester, who must be the writer. */
  EditOwnSubmission: {
    submissionId: string;
    userId: string;
    content: SubmissionContent;
    seen?: readonly number[];
  };
  /** `userId`: as above. Also allowed after publication, as long as the byline reveals no more. */
  ChooseByline: { submissionId: string; userId: string; byline: Byline };
  /** `userId`: as above. Allowed whatever became of the pitch. */
  ReportConcern: { submissionId: string; userId: string; concern: string };
  /** `userId`: as above. Allowed only while the pitch is pending. */
  WithdrawSubmission: { submissionId: string; userId: string; seen?: readonly number[] };
  DeleteSubmission: { submissionId: string; seen?: readonly number[] };
  ReopenSubmission: { submissionId: string; seen?: readonly number[] };
  EraseSubmission: Erasure;
  /** Without `earlier`, restores the content it had when it was deleted. */
  RestoreSubmission: {
    submissionId: string;
    earlier?: ContentAtRevision<SubmissionContent>;
    seen?: readonly number[];
  };
};
export type SubmissionCommand = CommandOf<Commands>;

export type SubmissionRejection =
  | StageRejection
  | 'byline-needs-editors'
  | 'submission-id-taken'
  | 'submission-not-found'
  | 'submission-not-deleted'
  | 'submission-declined'
  | 'submission-not-declined'
  | 'submission-published'
  | 'submission-withdrawn'
  | 'submission-taken-up'
  | 'not-allowed'
  | 'submission-edited-meanwhile';

export const submissionDecider: PieceDecider<
  SubmissionState,
  SubmissionCommand,
  NewSubmissionEvent,
  SubmissionRejection,
  SubmissionContent
> = {
  initialState: { status: 'missing', revision: -1 },
  streamOf: ({ submissionId }) => submissionStream(submissionId),
  contentOf: (state) =>
    state.status === 'missing' || !state.pitch
      ? { rejection: 'submission-not-found' }
      : pickContent(submissionFields, state.pitch),
  evolve,
  decide,
};

/** Stages in which only the writer works on a pitch, unless its publication is planned: then editors have read it. */
const stagesBeforeWork: readonly SubmissionStage[] = ['received', 'reading'];

function evolve(state: SubmissionState, event: Dated<SubmissionEvent>): SubmissionState {
  const revision = state.revision + 1;
  const counted = { revision, workRevision: revision, workPosition: event.position };
  if (event.type === 'SubmissionPitched') {
    const { submissionId: id, userId, byline } = event.data;
    const content = pickContent(submissionFields, event.data);
    const createdAt = event.metadata.at;
    const isReadable =
      isKnown(submissionFields, 'contributor', content) && isKnown(submissionFields, 'submission', content);
    const pitch = isReadable ? { id, userId, ...content, byline: byline ?? null, createdAt } : null;
    const progress = progressAfter(event, undefined);
    const revisions = {
      ...counted,
      textRevision: revision,
      bylineRevision: byline === undefined ? undefined : revision,
    };
    const begun = { userId, pitch, isTakenUp: false, progress, changedAt: createdAt, isErased: false };
    return { status: 'pending', ...revisions, ...begun };
  }
  if (state.status === 'missing') throw new Error(`${event.type} cannot be the first event of a submission`);
  const { userId, pitch, isTakenUp, textRevision, bylineRevision } = state;
  const progress = progressAfter(event, state.progress);
  const changedAt = event.metadata.at;
  const current = { ...state, ...counted };
  const kept = {
    ...{ ...counted, userId, pitch, isTakenUp, textRevision, bylineRevision, progress, changedAt },
    isErased: false,
  };
  switch (event.type) {
    case 'SubmissionEdited':
    case 'SubmissionResubmitted':
      return {
        ...current,
        textRevision: revision,
        isTakenUp: isTakenUp || event.metadata.actor.id !== userId,
        pitch: pitch && { ...pitch, ...changedFields(submissionFields, pitch, event.data) },
        progress,
        changedAt,
      };
    case 'SubmissionBylineChosen':
      return {
        ...current,
        bylineRevision: revision,
        pitch: pitch && { ...pitch, byline: event.data.byline },
        changedAt,
      };
    case 'SubmissionConcernReported':
      return { ...state, revision };
    case 'SubmissionAssigned':
    case 'SubmissionUnassigned':
    case 'SubmissionChangesRequested':
    case 'SubmissionAccepted':
    case 'SubmissionScheduled':
    case 'SubmissionUnscheduled':
    case 'SubmissionAgreementConfirmed':
    case 'SubmissionAgreementRevoked':
      return { ...current, progress, changedAt };
    case 'SubmissionErased':
      return { ...current, pitch: null, changedAt, isErased: true };
    case 'SubmissionPublished':
      return {
        ...{ ...kept, status: 'published', articleId: event.data.articleId },
        publishedByline: pitch?.byline ?? defaultByline,
      };
    case 'SubmissionDeclined':
      return { ...kept, status: 'declined' };
    case 'SubmissionDeleted':
      return { ...kept, status: 'deleted' };
    case 'SubmissionReopened':
    case 'SubmissionRestored':
      return { ...kept, status: 'pending' };
    case 'SubmissionWithdrawn':
      return { ...kept, status: 'withdrawn' };
    default:
      return event satisfies never;
  }
}

function decide(
  command: SubmissionCommand,
  state: SubmissionState,
): Decision<NewSubmissionEvent, SubmissionRejection> {
  if (command.type === 'PitchSubmission') {
    if (state.status !== 'missing') return { rejection: 'submission-id-taken' };
    const { submissionId, userId, content, byline } = command;
    const data = { submissionId, userId, ...content, ...(byline && { byline }) };
    return { events: [{ type: 'SubmissionPitched', data }] };
  }
  if (command.type === 'EraseSubmission')
    return state.status === 'missing'
      ? { rejection: 'submission-not-found' }
      : { events: erasureOf(command, state) };
  const isOwn = 'userId' in command;
  if (isOwn && (state.status === 'missing' || state.userId !== command.userId))
    return { rejection: 'not-allowed' };
  // A reviewer learns nothing about a pitch that they don't look after.
  if (command.type === 'RequestChanges' && command.onlyAssigned && !isReviewedBy(state, command.editorId))
    return { rejection: 'submission-not-found' };
  if (command.type === 'ReportConcern') {
    if (state.status === 'missing' || !state.pitch) return { rejection: 'submission-not-found' };
    const { submissionId, userId, concern } = command;
    return { events: [{ type: 'SubmissionConcernReported', data: { submissionId, userId, concern } }] };
  }
  if (state.status === 'published' && command.type !== 'ChooseByline')
    return { rejection: 'submission-published' };
  if (state.status === 'withdrawn') return { rejection: 'submission-withdrawn' };
  // Without the key nothing can be read or sealed.
  if (state.status === 'missing' || !state.pitch) return { rejection: 'submission-not-found' };
  const { pitch, revision, progress } = state;
  const isDeleted = state.status === 'deleted';
  const isDeclined = state.status === 'declined';
  const isPlanned = progress.publishAt !== null;
  const isWorkedOn = state.isTakenUp || isPlanned || !stagesBeforeWork.includes(progress.stage);
  // The writer must not notice a deletion or a rejection that can still be undone.
  if (isOwn && (isDeleted || isDeclined || (command.type === 'EditOwnSubmission' && isWorkedOn)))
    return { rejection: 'submission-taken-up' };
  if (isDeleted && command.type !== 'RestoreSubmission') return { rejection: 'submission-not-found' };
  if (isDeclined && command.type !== 'ReopenSubmission') return { rejection: 'submission-declined' };
  const which = { submissionId: pitch.id, userId: pitch.userId };
  const unscheduled = isPlanned ? [{ type: 'SubmissionUnscheduled', data: which } as const] : [];
  // To editors, a revision that only a concern has is one that does not exist.
  const [oldest, newest] = isOwn ? [state.textRevision, revision] : [state.workRevision, state.workRevision];
  const isCurrent = (seen: number) => seen <= newest && seen >= oldest;
  if ('seen' in command && command.seen && !command.seen.some(isCurrent))
    return { rejection: 'submission-edited-meanwhile' };
  switch (command.type) {
    case 'EditSubmission':
    case 'EditOwnSubmission':
      return { events: editsTo(pitch, command.content) };
    case 'ChooseByline':
      return decideByline(pitch, command.byline, state);
    case 'WithdrawSubmission':
      return { events: [{ type: 'SubmissionWithdrawn', data: which }] };
    case 'DeleteSubmission':
      return { events: [{ type: 'SubmissionDeleted', data: which }] };
    case 'ReopenSubmission':
      if (!isDeclined) return { rejection: 'submission-not-declined' };
      return { events: [{ type: 'SubmissionReopened', data: which }, ...unscheduled] };
    case 'RestoreSubmission': {
      const { earlier } = command;
      if (!isDeleted && !earlier) return { rejection: 'submission-not-deleted' };
      return {
        events: [
          ...(isDeleted ? [{ type: 'SubmissionRestored', data: which } as const, ...unscheduled] : []),
          ...(earlier ? editsTo(pitch, earlier.content, { restoredRevision: earlier.revision }) : []),
        ],
      };
    }
    default:
      return decideStage(command, { pitch, ...progress });
  }
}

/** Whether this user looks after the pitch and it is not their own. */
const isReviewedBy = (state: SubmissionState, editorId: string): boolean =>
  state.status !== 'missing' && state.progress.assigneeId === editorId && state.userId !== editorId;

/** Returns the edit that gives a pitch this content, with only the fields that differ; none if it already has it. */
function editsTo(
  pitch: KnownPitch,
  content: Partial<SubmissionContent>,
  restored: { restoredRevision?: number } = {},
): readonly NewSubmissionEvent[] {
  const changes = changedFields(submissionFields, pitch, content);
  if (Object.keys(changes).length === 0) return [];
  const { id: submissionId, userId } = pitch;
  return [{ type: 'SubmissionEdited', data: { submissionId, userId, ...changes, ...restored } }];
}
