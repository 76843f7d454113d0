import type { Comment, CommentAudience, OwnComment, Passage } from '@journal/contracts';

/** A comment or a reply as a page shows it. */
export type ShownNote = {
  readonly id: string;
  readonly note: string;
  readonly at: string;
  /** Display name of the author. */
  readonly by: string;
  readonly mayDelete: boolean;
  /** Display name of the person who withdrew it from the writer; undefined if nobody did. */
  readonly deletedBy: string | undefined;
};
export type ShownComment = ShownNote &
  Passage & {
    /** Undefined if it need not be shown. */
    readonly audience: CommentAudience | undefined;
    readonly isResolved: boolean;
    /** Display name of the person who resolved it; undefined if that isn't shown. */
    readonly resolvedBy: string | undefined;
    readonly replies: readonly ShownNote[];
  };

/** A reader of comments in the newsroom, and which comments they may delete. */
export type CommentReader = {
  readonly id: string | undefined;
  readonly mayDelete: 'all' | 'own' | 'none';
};

/** Returns a comment as the newsroom sees it. */
export function shownToEditor(comment: Comment, reader: CommentReader): ShownComment {
  const { resolvedAt, resolvedBy, replies } = comment;
  const isPresent = comment.deletedBy === null;
  const isOwn = ({ author }: Comment['replies'][number]) => author.id === reader.id;
  /** `going`: everything that would be deleted with it. */
  const mayDelete = (going: Comment['replies']) =>
    reader.mayDelete === 'all' || (reader.mayDelete === 'own' && going.every(isOwn));
  const nameOf = ({ id, name, isWriter }: Comment['author']) => {
    if (id === reader.id) return 'You';
    return isWriter ? `${name ?? 'The writer'} (the writer)` : (name ?? 'A former editor');
  };
  const shown = (one: Comment['replies'][number], itsReplies: Comment['replies'] = []) => {
    const { id, note, at, author, deletedBy } = one;
    const going = [one, ...itsReplies.filter((reply) => reply.deletedBy === null)];
    return {
      ...{ id, note, at, by: nameOf(author), mayDelete: isPresent && deletedBy === null && mayDelete(going) },
      deletedBy: deletedBy ? nameOf(deletedBy) : undefined,
    };
  };
  return {
    ...comment,
    ...shown(comment, replies),
    isResolved: resolvedAt !== null,
    resolvedBy: resolvedBy ? nameOf(resolvedBy) : undefined,
    replies: replies.map((reply) => shown(reply)),
  };
}

/** Returns a comment as the writer of the pitch sees it. */
export function shownToWriter({ resolvedAt, replies, ...comment }: OwnComment): ShownComment {
  return {
    ...comment,
    ...{ by: 'The editors', mayDelete: false, deletedBy: undefined, isResolved: resolvedAt !== null },
    ...{ audience: undefined, resolvedBy: undefined },
    replies: replies.map(({ isOwn, ...reply }) => ({
      ...reply,
      by: isOwn ? 'You' : 'The editors',
      mayDelete: isOwn,
      deletedBy: undefined,
    })),
  };
}
