import type { ArticleVersion } from '@journal/contracts';
import type { OpenedArticleContent } from '@journal/events/fields';
import type { Brought, VersionHead } from '../version/version-head.ts';

/**
 * An article as it is now, without its content. The text is null once the article's key is gone, and it is then listed
 * nowhere; the byline is null once the writer's key is gone.
 */
export type ArticleRow = Omit<OpenedArticleContent, 'content'> & {
  readonly id: number;
  /** Of the article's stream: the last event applied. */
  readonly revision: number;
  /** The version that holds the content. */
  readonly contentRevision: number;
  readonly contributorId: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
};

/** Whether readers see it: the same rule as the column `listed`. */
export function isListed(row: ArticleRow): boolean {
  return row.deletedAt === null && row.title !== null;
}

/** One event of an article: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type ArticleVersionRow = Brought<OpenedArticleContent & { readonly contributorId: string }> &
  VersionHead<ArticleVersion['event']> & { readonly articleId: number };
