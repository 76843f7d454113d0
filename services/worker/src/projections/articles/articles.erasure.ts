import type { PiecesOfForgotten } from '@journal/events';
import type { ArticleRow } from '@journal/read-models';
import { type Erasure, withoutFields } from '../../engine/erasure.ts';
import type { OpenedArticleEvent, OpenedUserForgotten } from './article-event.ts';
import { articlesTables } from './articles.tables.ts';
import { forgottenContributors } from './forgotten-contributors.ts';

/**
 * A forgotten contributor's pieces stay without a byline, or without their text as well, as the person chose: what
 * events and rows are where the keys are gone.
 */
export const articlesErasure: Erasure<OpenedArticleEvent, ArticleRow, OpenedUserForgotten, number> = {
  forgottenBy: (event) =>
    event.type === 'UserForgotten' ? { owner: event.data.userId, pieces: event.data.pieces } : undefined,
  ownerOf: ({ data }) => ('contributorId' in data ? data.contributorId : undefined),
  ofEvent: (event, pieces) => ({ ...event, data: without(event.data, pieces) }) as OpenedArticleEvent,
  ownerOfRow: (row) => row.contributorId,
  ofRow: without,
  tables: { ...forgottenContributors, loadOf: articlesTables.loadOf },
};

const byline = ['authorName', 'authorAge', 'authorSchool'];
const erased: Readonly<Record<PiecesOfForgotten, ReadonlySet<string>>> = {
  keep: new Set(byline),
  remove: new Set([...byline, 'title', 'excerpt', 'content']),
};

function without<Data extends object>(data: Data, pieces: PiecesOfForgotten): Data {
  return withoutFields(data, erased[pieces]);
}
