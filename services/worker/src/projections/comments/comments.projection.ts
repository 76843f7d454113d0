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
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, loadRows, replaceRows, type Table } from '../../engine/rows.ts';

type OpenedCommentEvent = OpenedEvent<CommentEvent>;
/** Events about an existing comment. */
type LaterEvent = OpenedEvent<Exclude<CommentEvent, { type: 'PassageCommented' }>>;
type SubmissionErased = OpenedEvent<JournalEventOf<'SubmissionErased'>>;

const { SubmissionErased } = submissionEvents;

const comments: Table<CommentRow> = { name: 'comment', columns: commentColumns };
const forgotten: ForgottenTable = {
  name: 'forgotten_writer',
  key: 'userId',
  columns: { userId: 'text' },
};

/** Comments on passages of pitches, except on those of forgotten writers and on erased pitches. */
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
          let row: CommentRow | undefined;
          if (event.type === 'PassageCommented') row = { ...written(event), ...event.data, inReplyTo: null };
          else {
            const about = after.get(answeredBy(event));
            // Written while the pitch was being erased.
            if (!about) continue;
            row = rowAfter(about, event);
          }
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

/** Returns the IDs of the comments that an event is about. */
const namedBy = ({ data }: OpenedCommentEvent): readonly string[] =>
  'inReplyTo' in data ? [data.commentId, data.inReplyTo] : [data.commentId];

/** Returns the ID of the comment that must exist before an event. */
const answeredBy = ({ data }: LaterEvent): string => ('inReplyTo' in data ? data.inReplyTo : data.commentId);

/** Returns the changed topics; the pitch's writer is not notified of comments that are for editors only. */
const touchedBy = ({ submissionId, userId, audience }: CommentRow): readonly string[] => [
  topics.comments(submissionId),
  ...(audience === 'writer' ? [topics.mine(userId)] : []),
];

/** Returns the comment after an event about it, or the reply that the event adds to it; undefined if it is deleted. */
function rowAfter(about: CommentRow, event: LaterEvent): CommentRow | undefined {
  const { data, metadata } = event;
  switch (event.type) {
    case 'CommentReplied':
      return { ...written(event), ...event.data, audience: about.audience, ...noPassage };
    case 'CommentResolved':
      return { ...about, resolvedAt: metadata.at, resolvedBy: metadata.actor.id };
    case 'CommentReopened':
      return { ...about, ...unresolved };
    case 'CommentDeleted': {
      const [deletedAt, deletedBy] = [metadata.at, metadata.actor.id];
      // An editor can't hide messages to or from a young writer from other editors by deleting them.
      const isKept = about.audience === 'writer' && deletedBy !== data.userId;
      return isKept ? { ...about, deletedAt, deletedBy } : undefined;
    }
    default:
      return event satisfies never;
  }
}

const written = ({ data, metadata }: OpenedCommentEvent) => ({
  submissionId: data.submissionId,
  userId: data.userId,
  commentId: data.commentId,
  authorId: metadata.actor.id,
  at: metadata.at,
  ...undeleted,
  ...unresolved,
});
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
