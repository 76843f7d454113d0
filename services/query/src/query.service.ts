import { createPool, isUnreachable } from '@journal/postgres';
import { articlesModel, checkSchemaName, schemaOf } from '@journal/read-models';
import { createMetrics, createServer, type ServerOptions, type Service } from '@journal/service-kit';
import { createAnswers } from './answers/answers.ts';
import { registerArticle } from './article/article.routes.ts';
import { registerArticleHistory } from './article/article-history.routes.ts';
import { registerArticleLists } from './article/article-list.routes.ts';
import { createArticlesStore } from './article/articles.store.ts';
import { createChangeStreams } from './changes/change-streams.ts';
import { registerChanges } from './changes/changes.routes.ts';
import type { QueryConfig } from './config.ts';
import { registerQueryMetrics } from './query.metrics.ts';
import { createReadSide } from './read-side/read-side.ts';
import { registerReadYourWrites } from './read-side/read-your-writes.ts';
import { isNotBuiltYet, isOverdue, notReadyBecause } from './read-side/readiness.ts';
import { registerStats } from './stats/stats.routes.ts';

/** What a test may set otherwise. */
export type QueryParts = {
  /** Read instead of the read model's own schema. */
  readonly articlesSchema?: string;
  readonly heartbeatEvery?: number;
  readonly mostStreams?: number;
  readonly mostStreamsOfOne?: number;
  readonly maxWait?: number;
  readonly mostWaiting?: number;
  readonly logStream?: ServerOptions['logStream'];
};

const keptBytes = 16 * 1024 * 1024;

/** The query side: every GET route. It reads the tables that the worker fills, and writes nothing. */
export async function createQueryService(config: QueryConfig, parts: QueryParts = {}): Promise<Service> {
  const schema = checkSchemaName(parts.articlesSchema ?? schemaOf(articlesModel));
  const metrics = createMetrics('query');
  const pool = createPool(config.DATABASE_URL, {
    applicationName: 'journal query',
    onIdleError: (error) => app.log.warn({ err: error }, 'database connection lost'),
  });
  const app = createServer({
    name: 'query',
    logLevel: config.LOG_LEVEL,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    isUnavailable: (error) => isUnreachable(error) || isNotBuiltYet(error) || isOverdue(error),
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
    checks: {
      database: async () => void (await pool.query('select 1')),
      'read-side': async () => {
        if (!readSide.ready) throw notReadyBecause(readSide.waitsFor);
      },
    },
  });
  const readSide = createReadSide({ url: config.DATABASE_URL, pool, schema, log: app.log });
  const store = createArticlesStore(pool, schema);
  const answers = createAnswers(readSide, keptBytes);
  const streams = createChangeStreams(readSide, {
    most: parts.mostStreams ?? 5_000,
    mostOfOne: parts.mostStreamsOfOne ?? 20,
    heartbeatEvery: parts.heartbeatEvery ?? 15_000,
  });
  const waits = registerReadYourWrites(app, readSide, {
    maxWait: parts.maxWait,
    mostWaiting: parts.mostWaiting,
  });
  registerQueryMetrics(metrics, { answers, streams, waits });
  registerArticleLists(app, { store, answers, readSide });
  registerArticle(app, { store, answers });
  registerArticleHistory(app, { store, readSide, serviceToken: config.SERVICE_TOKEN });
  registerStats(app, { store, answers });
  registerChanges(app, streams);

  let stopped: Promise<void> | undefined;
  async function stop() {
    await app.close();
    await readSide.stop();
    await pool.end();
  }

  return {
    name: 'query',
    app,
    async start() {
      readSide.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
