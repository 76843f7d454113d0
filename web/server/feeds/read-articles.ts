import { type Article, type ArticleCard, requestIdHeader } from '@journal/contracts';
import { ProblemError } from '@journal/service-kit';
import { nextOf } from '../../data/api-answer.ts';
import type { ApiTransport } from '../api/api-transport.ts';

export type ArticleReader = {
  /** Whole articles of one list. */
  list(path: string): Promise<Article[]>;
  /** The cards of a list, page after page, at most `limit` of them. */
  cards(path: string, limit: number): Promise<ArticleCard[]>;
};

const readTimeout = 5_000;

/** Reads for machine pages. Rejects with the `unavailable` problem where the API does not answer as it should. */
export function createArticleReader(transport: ApiTransport, requestId: string): ArticleReader {
  const read = async (path: string): Promise<{ body: unknown; next: string | null }> => {
    try {
      const signal = AbortSignal.timeout(readTimeout);
      const headers = { accept: 'application/json', [requestIdHeader]: requestId };
      const response = await transport.fetch(path, { headers, signal });
      if (response.status !== 200) throw new Error(`The API answered ${response.status}`);
      return { body: JSON.parse(response.body), next: nextOf(response.headers.link) };
    } catch (error) {
      throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } }, { cause: error });
    }
  };
  return {
    list: async (path) => (await read(path)).body as Article[],
    cards: async (path, limit) => {
      const cards: ArticleCard[] = [];
      for (let next: string | null = path; next !== null && cards.length < limit; ) {
        const page = await read(next);
        cards.push(...(page.body as ArticleCard[]));
        next = page.next;
      }
      return cards.slice(0, limit);
    },
  };
}
