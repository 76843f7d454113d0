import { articleIdsStream } from '@journal/events';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';

/** Resolves with the next article id: 1, 2, 3 … in the order of claims. The same request always claims the same id. */
export async function claimArticleId(log: JournalLog, context: RequestContext): Promise<number> {
  const claim = { id: context.ids('claim'), event: { type: 'ArticleIdClaimed', data: {} } } as const;
  const { revision } = await log.append(articleIdsStream, [claim], 'any', context);
  return revision + 1;
}
