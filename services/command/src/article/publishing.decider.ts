import type { ArticleContent, NewArticleEvent } from '@journal/events';
import type { CommandOf } from '../decider.ts';

export type PublishingCommands = {
  /** `contributorId`: the writer's; identifies the key that seals the byline. */
  PublishArticle: {
    articleId: number;
    contributorId: string;
    content: ArticleContent;
    bylineRevision?: number | undefined;
    /** See `ArticlePublished`. */
    issueNumber?: number | undefined;
    publishedAt?: string | undefined;
    /** Nobody can read it until an editor restores it. */
    isDraft?: boolean | undefined;
  };
};

/** Returns the first events of an article. */
export function publicationOf(command: CommandOf<PublishingCommands>): NewArticleEvent[] {
  const { articleId, contributorId, content, bylineRevision, issueNumber, publishedAt, isDraft } = command;
  const data = {
    articleId,
    contributorId,
    ...content,
    ...(bylineRevision !== undefined && { bylineRevision }),
    ...(issueNumber !== undefined && { issueNumber }),
    ...(publishedAt !== undefined && { publishedAt }),
  };
  const published = { type: 'ArticlePublished', data } as const;
  return isDraft ? [published, { type: 'ArticleDeleted', data: { articleId } }] : [published];
}
