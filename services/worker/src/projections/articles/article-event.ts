import type { ArticleEvent, JournalEventOf, OpenedEvent } from '@journal/events';

export type OpenedArticleEvent = OpenedEvent<ArticleEvent>;

/** An article's event of one type, as its `onArticle…` gets it. */
export type OpenedArticle<Type extends ArticleEvent['type']> = Extract<OpenedArticleEvent, { type: Type }>;

/** Whose pieces are to stand without a name from now on. */
export type OpenedUserForgotten = OpenedEvent<JournalEventOf<'UserForgotten'>>;
