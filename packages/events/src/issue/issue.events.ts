import Type from 'typebox';
import { defineEvents, type NewEventOf, type ReadEventOf } from '../event/event.ts';
import { changedProperties, dataProperties, nullable } from '../fields/field-schemas.ts';
import { issueFields } from './issue.fields.ts';

const which = { issueNumber: Type.Integer({ minimum: 1 }) };
/** See `PlacedArticle`. */
const placedArticle = Type.Object({
  articleId: Type.Integer({ minimum: 1 }),
  heading: nullable(Type.String()),
});
const pitch = { submissionId: Type.String(), userId: Type.String() };
/** See `PlacedPitch`. */
const placedPitch = Type.Object({ ...pitch, heading: nullable(Type.String()) });

export const issueEvents = defineEvents({
  IssueOpened: { data: { ...which, ...dataProperties(issueFields) } },
  /** Contains only the changed fields. `restoredRevision` is set if the edit restored an earlier version. */
  IssueEdited: {
    data: {
      ...which,
      ...changedProperties(issueFields),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  },
  /** All pieces of the issue in order, replacing the previous arrangement. */
  IssueArranged: { data: { ...which, pieces: Type.Array(Type.Union([placedArticle, placedPitch])) } },
  /**
   * The pieces of the issue are final. Its pitches become articles, which readers see once the issue is published in
   * the next step.
   */
  IssueClosed: { data: which },
  /**
   * Readers now see the issue, every later change to it, and the articles that waited for it. If the issue had been
   * closed, `pieces` are its final pieces, and `submissions` the pitches that became articles with it.
   */
  IssuePublished: {
    data: {
      ...which,
      pieces: Type.Optional(Type.Array(placedArticle)),
      submissions: Type.Optional(Type.Array(Type.Object(pitch))),
    },
  },
  /**
   * The issue will be published at `publishAt`, as it is then, on behalf of the user who scheduled it. Replaces any
   * earlier schedule.
   */
  IssueScheduled: { data: { ...which, publishAt: Type.String({ format: 'date-time' }) } },
  IssueUnscheduled: { data: which },
  /**
   * Readers no longer see the issue; its pieces stay. An issue that was closed and is withdrawn before readers have ever
   * seen it is a draft again.
   */
  IssueWithdrawn: { data: which },
  /** The issue was opened by mistake and is gone. Readers never saw it, and its number can be opened again. */
  IssueDiscarded: { data: which },
});

/** Events of an issue's stream, as returned by the decider. */
export type NewIssueEvent = NewEventOf<typeof issueEvents>;

/** Events of an issue's stream, as read from the log. */
export type IssueEvent = ReadEventOf<typeof issueEvents>;

export const issueStream = (issueNumber: number) => `issue-${issueNumber}`;

/** Returns the number in an issue stream's name; undefined for any other stream. */
export function issueNumberOfStream(stream = ''): number | undefined {
  const [, digits] = /^issue-([1-9][0-9]*)$/.exec(stream) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
