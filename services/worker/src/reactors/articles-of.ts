import { setTimeout as sleep } from 'node:timers/promises';
import { articlesModel, readCheckpoint, schemaOf } from '@journal/read-models';
import type pg from 'pg';

/** Which articles a contributor has, as the articles read model knows. */
export type ArticlesOf = {
  /** All, deleted ones too, once everything up to `position` is in the read model. Rejects where that takes long. */
  allOf(contributorId: string, position: string): Promise<readonly number[]>;
  /** Resolves once each of them is deleted. Rejects where that takes long. */
  waitUntilDeleted(contributorId: string): Promise<void>;
};

/** The articles read model is behind; later it will not be. */
class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

export type ArticlesOfOptions = {
  readonly schema?: string;
  /** Milliseconds to wait for the read model; default 5,000. */
  readonly timeout?: number;
};

export function createArticlesOf(
  pool: Pick<pg.Pool, 'query'>,
  { schema = schemaOf(articlesModel), timeout = 5_000 }: ArticlesOfOptions = {},
): ArticlesOf {
  const idsOf = async (contributorId: string, more = '') => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from ${schema}.article where contributor_id = $1 ${more} order by id`,
      [contributorId],
    );
    return rows.map(({ id }) => id);
  };

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + timeout;
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new ArticlesBehind(`${schema} is behind`);
      await sleep(50);
    }
  }

  return {
    async allOf(contributorId, position) {
      await until(async () => ((await readCheckpoint(pool, schema))?.position ?? '') >= position);
      return idsOf(contributorId);
    },
    async waitUntilDeleted(contributorId) {
      await until(async () => (await idsOf(contributorId, 'and deleted_at is null')).length === 0);
    },
  };
}
