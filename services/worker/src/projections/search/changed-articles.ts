import type { RecordedEvent } from '@journal/event-store';
import { articleEvents, userEvents } from '@journal/events';
import { ProjectionFault } from '../../engine/projection-fault.ts';

const { ArticleIdClaimed: _claims, ...ofArticles } = articleEvents;

/** Whatever changes what is found. */
export const searchEvents = { ...ofArticles, UserForgotten: userEvents.UserForgotten };

export type ChangedArticles = {
  readonly ids: readonly number[];
  /** Whose articles have changed, whichever they are. */
  readonly contributorIds: readonly string[];
};

/** Which articles the events have changed, read from what stands in them unsealed. Throws `ProjectionFault`. */
export function changedArticles(events: readonly RecordedEvent[]): ChangedArticles {
  const ids = new Set<number>();
  const contributorIds = new Set<string>();
  for (const event of events) {
    const { articleId, userId } = event.data;
    if (event.type === searchEvents.UserForgotten.type && typeof userId === 'string')
      contributorIds.add(userId);
    else if (typeof articleId === 'number' && Number.isInteger(articleId)) ids.add(articleId);
    else throw new ProjectionFault({ ...event, erased: [] } as never, new Error('it names no article'));
  }
  return { ids: [...ids], contributorIds: [...contributorIds] };
}
