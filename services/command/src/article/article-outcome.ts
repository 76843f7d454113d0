import type { NewArticleEvent } from '@journal/events';
import type { Decider, Outcome } from '../writing/decide-and-append.ts';
import type { ArticleCommand, ArticleRejection } from './domain/article.commands.ts';
import { decide } from './domain/article.decider.ts';
import { type ArticleState, evolve, initialState } from './domain/article.state.ts';

/** Every way a handler of the article says no. */
export type ArticleRefusal =
  | ArticleRejection
  | 'version-not-found'
  | 'write-conflict'
  | 'idempotency-key-reused';

export type ArticleOutcome = Outcome<ArticleState, ArticleRefusal>;

export const articleDecider: Decider<ArticleState, ArticleCommand, NewArticleEvent, ArticleRefusal> = {
  initialState,
  evolve,
  decide,
};
