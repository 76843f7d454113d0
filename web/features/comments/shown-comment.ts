import type { Comment, CommentAudience, OwnComment, Passage } from '@journal/contracts';

/** A comment or a reply as a page shows it. */
export type ShownNote = {
  readonly id: string;
  readonly note: string;
  readonly at: string;
  /** Who wrote it, in words. */
  readonly by: string;
  readonly mayDelete: boolean;
};
export type ShownComment = ShownNote &
  Passage & {
    /** Undefined where it needs no saying. */
    readonly audience: CommentAudience | undefined;
    readonly isResolved: boolean;
    /** Who resolved it, in words; undefined where that is not told. */
    readonly resolvedBy: string | undefined;
    readonly replies: readonly ShownNote[];
  };

/** Who reads comments in the newsroom, and which of them they may delete. */
export type CommentReader = {
  readonly id: string | undefined;
  readonly mayDelete: 'all' | 'own' | 'none';
};

/** Returns a comment as the newsroom sees it. */
export function shownToEditor(comment: Comment, reader: CommentReader): ShownComment {
  const mayDelete = ({ id }: Comment['author']) =>
    reader.mayDelete === 'all' || (reader.mayDelete === 'own' && id === reader.id);
  const nameOf = ({ id, name, isWriter }: Comment['author']) => {
    if (id === reader.id) return 'You';
    return isWriter ? `${name ?? 'The writer'} (the writer)` : (name ?? 'A former editor');
  };
  const { author, resolvedAt, resolvedBy, replies, ...rest } = comment;
  return {
    ...rest,
    ...{ by: nameOf(author), mayDelete: mayDelete(author), isResolved: resolvedAt !== null },
    resolvedBy: resolvedBy ? nameOf(resolvedBy) : undefined,
    replies: replies.map(({ author: other, ...reply }) => ({
      ...reply,
      by: nameOf(other),
      mayDelete: mayDelete(other),
    })),
  };
}

/** Returns a comment as the writer of the pitch sees it. */
export function shownToWriter({ resolvedAt, replies, ...comment }: OwnComment): ShownComment {
  return {
    ...comment,
    ...{ by: 'The editors', mayDelete: false, isResolved: resolvedAt !== null },
    ...{ audience: undefined, resolvedBy: undefined },
    replies: replies.map(({ isOwn, ...reply }) => ({
      ...reply,
      by: isOwn ? 'You' : 'The editors',
      mayDelete: isOwn,
    })),
  };
}
