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
  /** Only the fields that the edit changed; `restoredRevision` where it restored those of an earlier version. */
  IssueEdited: {
    data: {
      ...which,
      ...changedProperties(issueFields),
      restoredRevision: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  },
  /** All its pieces in their order, in the place of those before. */
  IssueArranged: { data: { ...which, pieces: Type.Array(Type.Union([placedArticle, placedPitch])) } },
  /** Its pieces are decided: its pitches become articles, which readers see once it is published, and that is next. */
  IssueClosed: { data: which },
  /**
   * Readers see it from here on, with every later change, and the articles that waited for it. Where it had been closed,
   * `pieces` are those that it then has, and `submissions` the pitches that became articles with it.
   */
  IssuePublished: {
    data: {
      ...which,
      pieces: Type.Optional(Type.Array(placedArticle)),
      submissions: Type.Optional(Type.Array(Type.Object(pitch))),
    },
  },
  /** It is to be published at that time, in the name of whoever planned it, as it is then; in the place of a plan before. */
  IssueScheduled: { data: { ...which, publishAt: Type.String({ format: 'date-time' }) } },
  IssueUnscheduled: { data: which },
  /** Readers see it no longer; its pieces stay. */
  IssueWithdrawn: { data: which },
  /** It was opened by mistake: it is gone, and its number is free to be opened again. Readers have never seen it. */
  IssueDiscarded: { data: which },
});

/** The events of an issue's stream as they are decided. */
export type NewIssueEvent = NewEventOf<typeof issueEvents>;

/** The events of an issue's stream as they are read. */
export type IssueEvent = ReadEventOf<typeof issueEvents>;

export const issueStream = (issueNumber: number) => `issue-${issueNumber}`;

/** Returns the number in an issue stream's name; undefined for any other stream. */
export function issueNumberOfStream(stream = ''): number | undefined {
  const [, digits] = /^issue-([1-9][0-9]*)$/.exec(stream) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
