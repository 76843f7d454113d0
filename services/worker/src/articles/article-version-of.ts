import type { ArticleVersionRow } from '@journal/read-models';
import type { OpenedArticleEvent } from './article-event.ts';

/** Of these the event's data has no change to tell: they only say which article, whose key, and what was restored. */
const names: ReadonlySet<string> = new Set(['articleId', 'contributorId', 'restoredRevision']);

/** What the history keeps of an event: who, when, and the values it brought. */
export function articleVersionOf(event: OpenedArticleEvent): ArticleVersionRow {
  const { type, data, metadata, revision, position } = event;
  const { articleId, ...values } = data;
  return {
    ...values,
    articleId,
    revision,
    event: type,
    at: metadata.at,
    actorId: metadata.actor.id,
    actorRole: metadata.actor.role,
    requestId: metadata.requestId,
    position,
    changed: Object.keys(data).filter((field) => !names.has(field)),
  };
}
