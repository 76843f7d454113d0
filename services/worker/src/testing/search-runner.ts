import type { EventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { type SearchIndex, searchModel } from '@journal/search';
import fastify from 'fastify';
import type { ProjectionRunnerOptions } from '../engine/projection-runner.ts';
import {
  createSearchProjection,
  type SearchProjectionParts,
} from '../projections/search/search.projection.ts';
import type { ArticleLog } from './article-log.ts';
import { createRunners } from './article-runner.ts';

export type SearchRunnerOptions = Partial<ProjectionRunnerOptions<never>> &
  Pick<Partial<SearchProjectionParts>, 'timeout' | 'database'>;

/** Runners of the articles and of the search that follows them, as a worker has both. */
export function createSearchRunners(databaseUrl: string, store: EventStore, log: ArticleLog) {
  const runners = createRunners(databaseUrl, store, log);
  const ownDatabase = createPool(databaseUrl, { applicationName: 'search', max: 2 });
  return {
    articles: (schema: string) => runners.start(schema),
    search(index: SearchIndex, schema: string, articlesSchema: string, options: SearchRunnerOptions = {}) {
      const { timeout = 10_000, database = ownDatabase, ...others } = options;
      return runners.start(schema, {
        projection: createSearchProjection({
          index,
          model: searchModel,
          database,
          articlesSchema,
          timeout,
          log: fastify({ logger: { level: 'silent' } }).log,
        }),
        tickInterval: 50,
        ...others,
      });
    },
    async stop() {
      await runners.stop();
      await ownDatabase.end();
    },
  };
}
