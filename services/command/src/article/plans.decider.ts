import type { NewArticleEvent } from '@journal/events';
import type { CommandOf } from '../decider.ts';

/** What editors plan for an article. `unpublishAt`: in UTC, and still to come. `seen`: see `EditArticle`. */
export type PlanCommands = {
  ScheduleUnpublish: { articleId: number; unpublishAt: string; seen?: readonly number[] };
  CancelUnpublish: { articleId: number; seen?: readonly number[] };
};

/** Returns the plan, or its end; none where it stands so already. */
export function plansOf(
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
