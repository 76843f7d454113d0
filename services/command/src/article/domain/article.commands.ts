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

/** What an article said as of a revision; the byline is null where the writer has been forgotten. */
export type EarlierArticle = {
  readonly revision: number;
  readonly content: Omit<ArticleContent, 'authorName' | 'authorAge'> & {
    readonly authorName: string | null;
    readonly authorAge: number | null;
  };
};

export type RestoreArticle = {
  readonly type: 'RestoreArticle';
  readonly articleId: number;
  /** What it is to say again; left out: what it said when it was deleted. */
  readonly earlier?: EarlierArticle;
};

export type ArticleCommand = PublishArticle | EditArticle | DeleteArticle | RestoreArticle;

/** Why a command was refused. */
export type ArticleRejection =
  | 'article-id-taken'
  | 'article-not-found'
  | 'article-not-deleted'
  | 'edited-meanwhile';
