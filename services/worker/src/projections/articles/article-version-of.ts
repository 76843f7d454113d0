import type { ArticleVersionRow } from '@journal/read-models';
import { versionHeadOf } from '../../engine/version-head.ts';
import type { OpenedArticleEvent } from './article-event.ts';

/** What the history keeps of an event: who, when, and the values it brought. */
export const articleVersionOf = (event: OpenedArticleEvent): ArticleVersionRow => ({
  ...event.data,
  ...versionHeadOf(event),
});
