import { type Article, type ArticleCard, createApiClient, type Transport } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';

export type ArticleReader = {
  /** Whole articles of one list. */
  list(path: string): Promise<Article[]>;
  /** The cards of a list, page after page, at most `limit` of them. */
  cards(path: string, limit: number): Promise<ArticleCard[]>;
};

const readTimeout = 5_000;

/** Reads for machine pages. Rejects with the `unavailable` problem where the API does not answer as it should. */
export function createArticleReader(transport: Transport, requestId: string): ArticleReader {
  const client = createApiClient(transport, { timeout: readTimeout });
  const read = (path: string) =>
    client.get(path, { requestId }).catch((cause: unknown) => {
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause });
    });
  return {
    list: async (path) => (await read(path)).data as Article[],
    cards: async (path, limit) => {
      const cards: ArticleCard[] = [];
      for (let next: string | null = path; next !== null && cards.length < limit; ) {
        const page = await read(next);
        cards.push(...(page.data as ArticleCard[]));
        next = page.next;
      }
      return cards.slice(0, limit);
    },
  };
}
