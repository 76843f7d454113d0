import type { NewArticleEvent } from '@journal/events';
import type { CommandOf } from '../decider.ts';

/** Commands for planned deletion. `unpublishAt`: UTC, in the future. `seen`: see `EditArticle`. */
export type PlanCommands = {
  ScheduleUnpublish: { articleId: number; unpublishAt: string; seen?: readonly number[] };
  CancelUnpublish: { articleId: number; seen?: readonly number[] };
};

/** Returns the event that plans or cancels the deletion; none if nothing would change. */
export function planEventsOf(
  command: CommandOf<PlanCommands>,
  planned: string | undefined,
): readonly NewArticleEvent[] {
  const { articleId } = command;
  if (command.type === 'CancelUnpublish')
    return planned === undefined ? [] : [{ type: 'ArticleUnpublishCancelled', data: { articleId } }];
  const { unpublishAt } = command;
  if (planned === unpublishAt) return [];
  return [{ type: 'ArticleUnpublishScheduled', data: { articleId, unpublishAt } }];
}
