import type { PassageTexts } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from 'vike-react/useHydrated';
import type { ApiAnswer, ApiQuery } from '../../data/api.ts';
import { type Placed, placeComments } from './passage-marks.ts';
import type { ShownComment } from './shown-comment.ts';

/** The comments on a text: open ones with their passages, resolved ones, and deleted ones. */
export type CommentedText = {
  readonly placed: readonly Placed<ShownComment>[];
  readonly resolved: readonly ShownComment[];
  readonly deleted: readonly ShownComment[];
};

export function commentedText(texts: PassageTexts, comments: readonly ShownComment[]): CommentedText {
  const [there, deleted] = [
    comments.filter(({ deletedBy }) => deletedBy === undefined),
    comments.filter(({ deletedBy }) => deletedBy !== undefined),
  ];
  return {
    placed: placeComments(
      texts,
      there.filter(({ isResolved }) => !isResolved),
    ),
    resolved: there.filter(({ isResolved }) => isResolved),
    deleted,
  };
}

/**
 * Returns comments once they are known, without waiting for them, because the text can be read before. The browser may
 * have them before it hydrates a page rendered without them, so they also stay unknown until then.
 */
export function useComments<Comment>(
  query: ApiQuery<Comment[]>,
  wanted = true,
): readonly Comment[] | undefined {
  const isHydrated = useHydrated();
  const { data } = useQuery<ApiAnswer, Error, Comment[]>({
    queryKey: [query.path],
    select: query.select,
    enabled: wanted,
  });
  return isHydrated ? data : undefined;
}
