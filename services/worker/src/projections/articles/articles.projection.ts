import { articleEvents, userEvents } from '@journal/events';
import { type ArticleRow, type ArticleVersionRow, articlesModel } from '@journal/read-models';
import { defineRowProjection } from '../../engine/row-projection.ts';
import type { OpenedArticleEvent, OpenedUserForgotten } from './article-event.ts';
import { articleTopics } from './article-topics.ts';
import { articleVersionOf } from './article-version-of.ts';
import { articlesErasure } from './articles.erasure.ts';
import { articlesTables } from './articles.tables.ts';
import { onArticleDeleted } from './on-article-deleted.ts';
import { onArticleEdited } from './on-article-edited.ts';
import { onArticlePublished } from './on-article-published.ts';
import { onArticleRestored } from './on-article-restored.ts';

const { ArticleIdClaimed: _claims, ...events } = articleEvents;

/** Articles as readers see them, and their history; those of a forgotten user without a name. */
export const articlesProjection = defineRowProjection<
  OpenedArticleEvent,
  ArticleRow,
  ArticleVersionRow,
  OpenedUserForgotten
>({
  model: articlesModel,
  events: { ...events, UserForgotten: userEvents.UserForgotten },
  keyOf: (event) => event.data.articleId,
  on: {
    ArticlePublished: onArticlePublished,
    ArticleEdited: onArticleEdited,
    ArticleDeleted: onArticleDeleted,
    ArticleRestored: onArticleRestored,
  },
  versionOf: articleVersionOf,
  tables: articlesTables,
  erasure: articlesErasure,
  topicsOf: articleTopics,
});
