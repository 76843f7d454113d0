import { articleStream, articleSubject } from '@journal/events';
import { deleteArticle } from '../../article/delete-article.handler.ts';
import type { RequestContext } from '../../writing/request-context.ts';
import type { AccountParts } from '../account.parts.ts';

/** Takes the contributor's own among these articles off every page and deletes their keys; leaves all others alone. */
export async function removePieces(
  { log, vault }: Pick<AccountParts, 'log' | 'vault'>,
  { contributorId, articleIds }: { readonly contributorId: string; readonly articleIds: readonly number[] },
  { actor, requestId, ids }: RequestContext,
): Promise<void> {
  for (const articleId of articleIds) {
    const [published] = await log.read(articleStream(articleId));
    if (published?.type !== 'ArticlePublished' || published.data.contributorId !== contributorId) continue;
    const context = { actor, requestId, ids: (label: string) => ids(`article ${articleId} ${label}`) };
    const deleted = await deleteArticle(log, articleId, context);
    if ('rejection' in deleted && deleted.rejection !== 'article-not-found')
      throw new Error(`Article ${articleId} could not be deleted: ${deleted.rejection}`);
    await vault.forget(articleSubject({ articleId }));
  }
}
