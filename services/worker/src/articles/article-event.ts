import type { ArticleEvent, OpenedEvent } from '@journal/events';

export type OpenedArticleEvent = OpenedEvent<ArticleEvent>;

/** An article's event of one type, as its `onArticle…` gets it. */
export type OpenedArticle<Type extends ArticleEvent['type']> = Extract<OpenedArticleEvent, { type: Type }>;
