import { topics } from '@journal/contracts';
import {
  type Byline,
  describeByline,
  type OpenedEvent,
  progressAfter,
  type SubmissionEvent,
  submissionEvents,
  userEvents,
} from '@journal/events';
import {
  isKnown,
  type SubmissionRow,
  type SubmissionVersionRow,
  submissionColumns,
  submissionsModel,
  submissionVersionColumns,
} from '@journal/read-models';
import { sealedFields } from '../../engine/erasure.ts';
import { defineRowProjection } from '../../engine/row-projection.ts';
import { versionHeadOf } from '../version-head.ts';

type OpenedSubmissionEvent = OpenedEvent<SubmissionEvent>;

const everything = sealedFields(submissionEvents);

/** Pitches as editors and their writers see them, and their history; forgotten users' pitches have no content. */
export const submissionsProjection = defineRowProjection<
  OpenedSubmissionEvent,
  SubmissionRow,
  SubmissionVersionRow
>({
  model: submissionsModel,
  events: { ...submissionEvents, UserForgotten: userEvents.UserForgotten },
  table: { name: 'submission', key: 'id', columns: submissionColumns },
  versions: { name: 'submission_version', key: 'submissionId', columns: submissionVersionColumns },
  keyOf: (event) => event.data.submissionId,
  on: {
    SubmissionPitched(_row, event) {
      const { data, metadata, revision, position } = event;
      const { submissionId, fullEssay: _essay, byline, ...fields } = data;
      return {
        ...fields,
        id: submissionId,
        revision,
        essayRevision: revision,
        position,
        status: 'pending',
        articleId: null,
        createdAt: metadata.at,
        ...progressAfter(event, undefined),
        stagePosition: position,
        isTakenUp: false,
        byline: stored(byline),
      };
    },
    SubmissionEdited(row, event) {
      const before = moved(row, event);
      const { submissionId: _id, restoredRevision: _restored, ...changes } = event.data;
      const isTakenUp = before.isTakenUp || event.metadata.actor.id !== before.userId;
      return { ...withText(before, changes, event.revision), isTakenUp };
    },
    SubmissionBylineChosen: (row, { data, revision }) => ({
      ...pitched(row),
      revision,
      byline: stored(data.byline),
    }),
    SubmissionConcernReported: (row, { revision }) => ({ ...pitched(row), revision }),
    SubmissionAssigned: moved,
    SubmissionUnassigned: moved,
    SubmissionChangesRequested: moved,
    SubmissionResubmitted(row, event) {
      const { submissionId: _id, note: _note, ...changes } = event.data;
      return withText(moved(row, event), changes, event.revision);
    },
    SubmissionAccepted: moved,
    SubmissionScheduled: moved,
    SubmissionUnscheduled: moved,
    SubmissionAgreementConfirmed: moved,
    SubmissionAgreementRevoked: moved,
    SubmissionPublished: (row, event) => ({
      ...moved(row, event),
      status: 'published',
      articleId: event.data.articleId,
    }),
    SubmissionDeclined: (row, event) => ({ ...moved(row, event), status: 'declined' }),
    SubmissionReopened: (row, event) => ({ ...moved(row, event), status: 'pending' }),
    SubmissionDeleted: (row, event) => ({ ...moved(row, event), status: 'deleted' }),
    SubmissionRestored: (row, event) => ({ ...moved(row, event), status: 'pending' }),
    SubmissionWithdrawn: (row, event) => ({ ...moved(row, event), status: 'withdrawn' }),
    SubmissionErased: (row, { revision }) => ({ ...pitched(row), revision }),
  },
  versionOf(event) {
    const { userId: _userId, ...values } = event.data;
    const byline = 'byline' in event.data ? event.data.byline : undefined;
    return { ...values, byline: byline && describeByline(byline), ...versionHeadOf(event) };
  },
  erasure: {
    owner: 'userId',
    ownerOf: (event) => event.data.userId,
    forgotten: { name: 'forgotten_writer', key: 'userId', columns: { userId: 'text' } },
    // Regardless of what happened to the published pieces: only editors read a pitch.
    erases: () => everything,
    erasingTypes: new Set(['SubmissionErased']),
    retainedFields: new Set(['concern']),
  },
  topicsOf: submissionTopics,
});

const stored = (byline: Byline | null | undefined) => (byline ? JSON.stringify(byline) : null);

function pitched(row: SubmissionRow | undefined): SubmissionRow {
  if (!row) throw new Error('the pitch has never been sent');
  return row;
}

/** Returns the pitch with the stage and assignee that it has after the event. */
function moved(row: SubmissionRow | undefined, event: OpenedSubmissionEvent): SubmissionRow {
  const before = pitched(row);
  const progress = progressAfter(event, before);
  const stagePosition = progress.stage === before.stage ? before.stagePosition : event.position;
  return { ...before, ...progress, stagePosition, revision: event.revision };
}

type TextChanges = Partial<Pick<SubmissionRow, 'articleTitle'>> & {
  readonly fullEssay?: string | null | undefined;
};

/** Returns the pitch with a revision's changes to the writer's text. */
function withText(
  row: SubmissionRow,
  { fullEssay, ...changes }: TextChanges,
  revision: number,
): SubmissionRow {
  return {
    ...row,
    ...changes,
    revision,
    essayRevision: fullEssay === undefined ? row.essayRevision : revision,
  };
}

/** Yields the topics of what editors and the writer see differently; none if the pitch was and is unknown. */
function* submissionTopics(
  before: SubmissionRow | undefined,
  after: SubmissionRow,
  events: readonly OpenedSubmissionEvent[],
): Generator<string> {
  if (!isKnown(after) && (before === undefined || !isKnown(before))) return;
  // A concern may be about an editor, who must not notice it.
  const isConcern = events.length > 0 && events.every(({ type }) => type === 'SubmissionConcernReported');
  if (isConcern && isKnown(after)) yield topics.concerns;
  else {
    yield topics.submissions;
    yield topics.submission(after.id);
  }
  yield topics.mine(after.userId);
}
