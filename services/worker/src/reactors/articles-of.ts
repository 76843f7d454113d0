import { setTimeout as sleep } from 'node:timers/promises';
import { articlesModel, readCheckpoint, schemaOf } from '@journal/read-models';
import type pg from 'pg';

/** The articles read model is behind; later it will not be. */
class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

const schema = schemaOf(articlesModel);
/** Milliseconds to wait for the read model. */
const timeout = 5_000;

/** Which articles a contributor has, as the articles read model knows. */
export function createArticlesOf(pool: Pick<pg.Pool, 'query'>) {
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
    /** Resolves with all ids, deleted ones too, once the read model has reached `position`. Rejects after 5 s. */
    async allOf(contributorId: string, position: string): Promise<readonly number[]> {
      await until(async () => ((await readCheckpoint(pool, schema))?.position ?? '') >= position);
      return idsOf(contributorId);
    },
    /** Resolves once each of them is deleted. Rejects after 5 s. */
    async waitUntilDeleted(contributorId: string): Promise<void> {
      await until(async () => (await idsOf(contributorId, 'and deleted_at is null')).length === 0);
    },
  };
}

export type ArticlesOf = ReturnType<typeof createArticlesOf>;
