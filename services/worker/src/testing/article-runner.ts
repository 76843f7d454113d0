import type { EventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import fastify from 'fastify';
import type pg from 'pg';
import { createLeaderElection, type LeaderElection } from '../engine/leader-election.ts';
import {
  createProjectionRunner,
  type ProjectionRunner,
  type ProjectionRunnerOptions,
} from '../engine/projection-runner.ts';
import { articlesProjection } from '../projections/articles/articles.projection.ts';
import type { ArticleLog } from './article-log.ts';
import { until } from './until.ts';

/** What the tables of a schema hold, in a form to compare. */
export async function contentsOf(pool: pg.Pool, schema: string) {
  const article = await pool.query(`select * from ${schema}.article order by id`);
  const versions = await pool.query(`select * from ${schema}.article_version order by article_id, revision`);
  return { articles: article.rows, versions: versions.rows };
}

/** Resolves when the projection of `schema` has applied everything up to `position`. */
export async function untilApplied(pool: pg.Pool, schema: string, position: string): Promise<void> {
  await until(async () => {
    const reached = (await readCheckpoint(pool, schema))?.position ?? '';
    if (reached < position) throw new Error(`${schema} is at "${reached}", not at "${position}"`);
  });
}

/** Projection runners on one database, each with a pool of its own, as separate workers would have. */
export function createRunners(databaseUrl: string, store: EventStore, log: Pick<ArticleLog, 'codec'>) {
  const runners: ProjectionRunner[] = [];
  const pools: pg.Pool[] = [];
  const elections: LeaderElection[] = [];
  return {
    start(schema: string, options: Partial<ProjectionRunnerOptions<never>> = {}): ProjectionRunner {
      const pool = createPool(databaseUrl, { applicationName: `worker ${runners.length}`, max: 3 });
      const election = createLeaderElection(databaseUrl, `journal worker ${schema} leader`);
      const runner = createProjectionRunner({
        store,
        codec: log.codec,
        projection: articlesProjection,
        election,
        pool,
        log: fastify({ logger: { level: 'silent' } }).log,
        schema,
        ...options,
      });
      elections.push(election);
      pools.push(pool);
      runners.push(runner);
      runner.start();
      return runner;
    },
    async stop() {
      await Promise.all(runners.splice(0).map((runner) => runner.stop()));
      await Promise.all(elections.splice(0).map((election) => election.close()));
      await Promise.all(pools.splice(0).map((pool) => pool.end()));
    },
  };
}
