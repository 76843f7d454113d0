import type { Comment, ExportedComment, OwnComment } from '@journal/contracts';
import type { CommentRow } from '@journal/read-models';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';

/** A comment or a reply, with people's current names. One whose key is gone is never returned. */
type StoredComment = CommentRow & {
  readonly note: string;
  readonly authorName: string | null;
  readonly resolverName: string | null;
  readonly deleterName: string | null;
};
/** A comment on a passage, and its replies. */
type Thread = { readonly comment: StoredComment; readonly replies: readonly StoredComment[] };

/** Returns the queries for comments, oldest first. They reject after 5 s without an answer. */
export function createCommentsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);
  const rows = (condition: string, value: unknown) =>
    run<StoredComment>(
      `select comment_id as "commentId", submission_id as "submissionId", comment.user_id as "userId",
         author_id as "authorId", author.full_name as "authorName", at, note, audience, in_reply_to as "inReplyTo",
         pitch_revision as "pitchRevision", field, paragraph, quotation, before, after,
         resolved_at as "resolvedAt", resolved_by as "resolvedBy", resolver.full_name as "resolverName",
         deleted_at as "deletedAt", deleted_by as "deletedBy", deleter.full_name as "deleterName"
       from ${schemas.comments}.comment
       left join ${schemas.accounts}.account as author on author.user_id = author_id
       left join ${schemas.accounts}.account as resolver on resolver.user_id = resolved_by
       left join ${schemas.accounts}.account as deleter on deleter.user_id = deleted_by
       where ${condition} and note is not null order by at, comment_id`,
      value,
    );
  const ownRows = (submissionId: string) =>
    rows(`submission_id = $1 and audience = 'writer' and deleted_at is null`, submissionId);

  return {
    /** All comments on a pitch, as editors see them, including those taken back from its writer. */
    all: async (submissionId: string): Promise<Comment[]> =>
      threadsOf(await rows('submission_id = $1', submissionId)).map(showComment),

    /** The comments on a pitch that are for its writer. */
    own: async (submissionId: string): Promise<OwnComment[]> =>
      threadsOf(await ownRows(submissionId)).map(showOwn),

    /** All comments on a writer's pitches, by the id of the pitch. */
    async allAbout(userId: string): Promise<ReadonlyMap<string, readonly ExportedComment[]>> {
      const threads = Map.groupBy(
        threadsOf(await rows('comment.user_id = $1', userId)),
        ({ comment }) => comment.submissionId,
      );
      const shown = (thread: Thread): ExportedComment => ({
        ...showOwn(thread),
        audience: thread.comment.audience,
        deletedAt: thread.comment.deletedAt,
        replies: thread.replies.map((reply) => ({ ...showOwnReply(reply), deletedAt: reply.deletedAt })),
      });
      return new Map([...threads].map(([id, ofPitch]) => [id, ofPitch.map(shown)]));
    },
  };
}

function threadsOf(rows: readonly StoredComment[]): readonly Thread[] {
  const replies = Map.groupBy(rows, ({ inReplyTo }) => inReplyTo);
  return (replies.get(null) ?? []).map((comment) => ({
    comment,
    replies: replies.get(comment.commentId) ?? [],
  }));
}

const passageOf = ({ pitchRevision, field, paragraph, quotation, before, after }: StoredComment) => ({
  field: field ?? 'fullEssay',
  paragraph: paragraph ?? 0,
  quotation: quotation ?? '',
  before: before ?? '',
  after: after ?? '',
  pitchRevision: pitchRevision ?? 0,
});

function showComment({ comment, replies }: Thread): Comment {
  const { userId, audience, resolvedAt, resolvedBy, resolverName } = comment;
  const person = (id: string, name: string | null) => ({ id, name, isWriter: id === userId });
  const authored = ({ commentId: id, note, at, ...row }: StoredComment) => ({
    ...{ id, note, at, deletedAt: row.deletedAt },
    author: person(row.authorId, row.authorName),
    deletedBy: row.deletedBy === null ? null : person(row.deletedBy, row.deleterName),
  });
  return {
    ...authored(comment),
    ...passageOf(comment),
    audience,
    resolvedAt,
    resolvedBy: resolvedBy === null ? null : person(resolvedBy, resolverName),
    replies: replies.map(authored),
  };
}

/** Names no editor: to the writer, a comment comes from all of them. */
function showOwn({ comment, replies }: Thread): OwnComment {
  const { commentId: id, note, at, resolvedAt } = comment;
  return {
    ...{ id, note, at },
    ...passageOf(comment),
    resolvedAt,
    replies: replies.map(showOwnReply),
  };
}

const showOwnReply = ({ commentId: id, note, at, authorId, userId }: StoredComment) => ({
  ...{ id, note, at },
  isOwn: authorId === userId,
});
