import type { PassageTexts } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from 'vike-react/useHydrated';
import type { ApiAnswer, ApiQuery } from '../../data/api.ts';
import { type Placed, placeComments } from './passage-marks.ts';
import type { ShownComment } from './shown-comment.ts';

/** The comments on a text: those that are open, with their passages, and those that are resolved. */
export type CommentedText = {
  readonly placed: readonly Placed<ShownComment>[];
  readonly resolved: readonly ShownComment[];
};

export function commentedText(texts: PassageTexts, comments: readonly ShownComment[]): CommentedText {
  return {
    placed: placeComments(
      texts,
      comments.filter(({ isResolved }) => !isResolved),
    ),
    resolved: comments.filter(({ isResolved }) => isResolved),
  };
}

/**
 * Returns comments once they are known, without waiting for them: a text can be read before. The browser may have them
 * before it hydrates what the server made without them: until then they aren't known either.
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
