import type { ArticleRow } from '@journal/read-models';
import type { Erasure } from '../projection/erasure.ts';
import type { OpenedArticleEvent, OpenedUserForgotten } from './article-event.ts';
import { articlesTables } from './articles.tables.ts';
import { forgottenContributors } from './forgotten-contributors.ts';

type Byline = Pick<ArticleRow, 'authorName' | 'authorAge' | 'authorSchool'>;

/** A forgotten contributor's pieces stay, without a byline: what events and rows are where the key is gone. */
export const articlesErasure: Erasure<OpenedArticleEvent, ArticleRow, OpenedUserForgotten, number> = {
  forgottenBy: (event) => (event.type === 'UserForgotten' ? event.data.userId : undefined),
  ownerOf: ({ data }) =>
    'contributorId' in data && hasByline(data as Partial<Byline>) ? data.contributorId : undefined,
  ofEvent: (event) => ({ ...event, data: withoutByline(event.data) }) as OpenedArticleEvent,
  ofRow: (row) => (hasByline(row) ? withoutByline(row) : row),
  tables: { ...forgottenContributors, loadOf: articlesTables.loadOf },
};

function hasByline({ authorName, authorAge, authorSchool }: Partial<Byline>): boolean {
  return [authorName, authorAge, authorSchool].some((value) => value !== undefined && value !== null);
}

/** An edit has only the fields that it changed, and keeps only those. */
function withoutByline<Data extends object>(data: Data): Data {
  const erased = ['authorName', 'authorAge', 'authorSchool'].filter((field) => field in data);
  return { ...data, ...Object.fromEntries(erased.map((field) => [field, null])) };
}
