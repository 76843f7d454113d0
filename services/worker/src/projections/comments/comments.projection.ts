import { topics } from '@journal/contracts';
import {
  type CommentEvent,
  commentEvents,
  type JournalEventOf,
  type OpenedEvent,
  submissionEvents,
  userEvents,
} from '@journal/events';
import { type CommentRow, commentColumns, commentsModel } from '@journal/read-models';
import {
  type ForgottenTable,
  forgottenIn,
  readForgotten,
  rememberForgotten,
  type UserForgotten,
} from '../../engine/erasure.ts';
import { type Projection, ProjectionFault } from '../../engine/projection.ts';
import { deleteRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

type OpenedCommentEvent = OpenedEvent<CommentEvent>;
type SubmissionErased = OpenedEvent<JournalEventOf<'SubmissionErased'>>;

const { SubmissionErased } = submissionEvents;

const comments: Table<CommentRow> = { name: 'comment', columns: commentColumns };
const forgotten: ForgottenTable = {
  name: 'forgotten_writer',
  key: 'userId',
  columns: { userId: 'text' },
};

/** Comments on passages of pitches; of those on a forgotten writer's, or on what was erased, nothing. */
export const commentsProjection: Projection<OpenedCommentEvent | SubmissionErased | UserForgotten> = {
  model: commentsModel,
  events: { ...commentEvents, SubmissionErased, UserForgotten: userEvents.UserForgotten },
  prepare(batch) {
    const leaving = forgottenIn(batch);
    const erased = batch.flatMap((event) =>
      event.type === 'SubmissionErased' ? [event.data.submissionId] : [],
    );
    const events = batch.filter(
      (event): event is OpenedCommentEvent =>
        event.type !== 'UserForgotten' && event.type !== 'SubmissionErased',
    );
    const named = [...new Set(events.flatMap(namedBy))];
    const writers = [...new Set(events.map(({ data }) => data.userId))];
    return {
      async apply(transaction) {
        const [known, stored, owned, ended] = await Promise.all([
          readForgotten(transaction, forgotten, writers),
          loadRows(transaction, comments, 'commentId', named),
          loadRows(transaction, comments, 'userId', [...leaving.keys()]),
          loadRows(transaction, comments, 'submissionId', erased),
        ]);
        const after = new Map(stored.map((row) => [row.commentId, row]));
        const gone = new Set<string>();
        const touched = new Set([...owned, ...ended].flatMap(touchedBy));
        for (const event of events) {
          const { userId, commentId } = event.data;
          if (known.has(userId) || leaving.has(userId)) continue;
          // What was said at the moment at which the pitch was erased.
          if (event.type !== 'PassageCommented' && !after.has(answeredBy(event))) continue;
          const row = rowAfter(after, event);
          const shown = row ?? after.get(commentId);
          for (const topic of shown ? touchedBy(shown) : []) touched.add(topic);
          if (row) after.set(commentId, row);
          else gone.add(commentId);
        }
        const isGone = (row: CommentRow) =>
          gone.has(row.commentId) ||
          gone.has(row.inReplyTo ?? '') ||
          leaving.has(row.userId) ||
          erased.includes(row.submissionId);
        deleteRows(transaction, comments, 'userId', [...leaving.keys()]);
        deleteRows(transaction, comments, 'submissionId', erased);
        deleteRows(transaction, comments, 'commentId', [...gone]);
        deleteRows(transaction, comments, 'inReplyTo', [...gone]);
        replaceRows(
          transaction,
          comments,
          'commentId',
          [...after.values()].filter((row) => !isGone(row)),
        );
        rememberForgotten(transaction, forgotten, leaving);
        return touched;
      },
    };
  },
};

/** Returns the comments that an event is about. */
const namedBy = ({ data }: OpenedCommentEvent): readonly string[] =>
  'inReplyTo' in data ? [data.commentId, data.inReplyTo] : [data.commentId];

/** Returns the comment that has to be there for an event to follow. */
const answeredBy = ({ data }: OpenedCommentEvent): string =>
  'inReplyTo' in data ? data.inReplyTo : data.commentId;

/** Returns what readers see differently: the writer of the pitch nothing of what is for editors alone. */
const touchedBy = ({ submissionId, userId, audience }: CommentRow): readonly string[] => [
  topics.comments(submissionId),
  ...(audience === 'writer' ? [topics.mine(userId)] : []),
];

/** Returns the comment after an event; undefined where it is gone. */
function rowAfter(rows: ReadonlyMap<string, CommentRow>, event: OpenedCommentEvent): CommentRow | undefined {
  const { data, metadata } = event;
  const { submissionId, userId, commentId } = data;
  const rowOf = (id: string) => {
    const row = rows.get(id);
    if (!row) throw new ProjectionFault(event, new Error('there never was such a comment'));
    return row;
  };
  const authorId = metadata.actor.id;
  const written = { submissionId, userId, commentId, authorId, at: metadata.at, ...undeleted };
  switch (event.type) {
    case 'PassageCommented':
      return { ...written, ...event.data, inReplyTo: null, ...unresolved };
    case 'CommentReplied': {
      const { audience } = rowOf(event.data.inReplyTo);
      return { ...written, ...event.data, audience, ...noPassage, ...unresolved };
    }
    case 'CommentResolved':
      return { ...rowOf(commentId), resolvedAt: metadata.at, resolvedBy: metadata.actor.id };
    case 'CommentReopened':
      return { ...rowOf(commentId), ...unresolved };
    case 'CommentDeleted': {
      const row = rowOf(commentId);
      const [deletedAt, deletedBy] = [metadata.at, metadata.actor.id];
      // What was written to a young writer, and by them, disappears for no colleague.
      return row.audience === 'writer' && deletedBy !== userId ? { ...row, deletedAt, deletedBy } : undefined;
    }
    default:
      return event satisfies never;
  }
}

const unresolved = { resolvedAt: null, resolvedBy: null };
const undeleted = { deletedAt: null, deletedBy: null };
const noPassage = {
  pitchRevision: null,
  field: null,
  paragraph: null,
  quotation: null,
  before: null,
  after: null,
};
