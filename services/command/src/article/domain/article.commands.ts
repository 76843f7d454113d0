import type { Article, Section } from '@journal/contracts';

/** What a person says about an article, whole and clean. */
export type ArticleContent = {
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly section: Section;
  readonly authorName: string;
  readonly authorAge: number;
  readonly authorSchool: string | null;
  readonly readTime: number;
  readonly featured: Article['featured'];
};

export type PublishArticle = {
  readonly type: 'PublishArticle';
  readonly articleId: number;
  /** Whose byline it is; names the key that the byline is sealed with. */
  readonly contributorId: string;
  readonly content: ArticleContent;
};

export type EditArticle = {
  readonly type: 'EditArticle';
  readonly articleId: number;
  readonly content: ArticleContent;
  /** The revisions that the editor has seen; left out: whatever is there now. */
  readonly seen?: readonly number[];
};

export type DeleteArticle = { readonly type: 'DeleteArticle'; readonly articleId: number };

export type RestoreArticle = { readonly type: 'RestoreArticle'; readonly articleId: number };

export type ArticleCommand = PublishArticle | EditArticle | DeleteArticle | RestoreArticle;

/** Why a command was refused. */
export type ArticleRejection =
  | 'article-id-taken'
  | 'article-not-found'
  | 'article-not-deleted'
  | 'edited-meanwhile';
