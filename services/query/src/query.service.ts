import { createPool, isUnreachable } from '@journal/postgres';
import {
  accountsModel,
  articlesModel,
  auditModel,
  checkSchemaName,
  newsletterModel,
  schemaOf,
  submissionsModel,
} from '@journal/read-models';
import { openSearchEngine, type SearchEngine } from '@journal/search';
import {
  type CommandTransport,
  createHttpCommandTransport,
  createMetrics,
  createServer,
  type ServerOptions,
  type Service,
} from '@journal/service-kit';
import { parseSessionKeys, registerSessions } from '@journal/session';
import { createAccountsStore } from './account/accounts.store.ts';
import { registerExports } from './account/export.routes.ts';
import { createExportStore } from './account/export.store.ts';
import { createExportedSubmissions } from './account/exported-submissions.ts';
import { createRecordExport } from './account/record-export.ts';
import { registerSession } from './account/session.routes.ts';
import { registerArticle } from './article/article.routes.ts';
import { registerArticleLists } from './article/article-list.routes.ts';
import { createArticlesStore } from './article/articles.store.ts';
import { registerAudit } from './audit/audit.routes.ts';
import { createAuditStore } from './audit/audit.store.ts';
import { createChangeStreams } from './changes/change-streams.ts';
import { registerChanges } from './changes/changes.routes.ts';
import { watchRights } from './changes/watch-rights.ts';
import { publicOrigin, type QueryConfig } from './config.ts';
import { registerHistory } from './history/history.routes.ts';
import { createHistoryStore } from './history/history.store.ts';
import { articleHistory, submissionHistory } from './history/history-source.ts';
import { registerUnsubscribePage } from './newsletter/unsubscribe.routes.ts';
import { registerNewsroom } from './newsroom/newsroom.routes.ts';
import { createNewsroomArticlesStore } from './newsroom/newsroom-articles.store.ts';
import { registerQueryMetrics } from './query.metrics.ts';
import { createResponseCache } from './response-cache/response-cache.ts';
import { registerSearchMetrics } from './search/search.metrics.ts';
import { registerSearch } from './search/search.routes.ts';
import { registerStats } from './stats/stats.routes.ts';
import { registerSubmissions } from './submission/submission.routes.ts';
import { createSubmissionsStore } from './submission/submissions.store.ts';
import { createProjectionTracker } from './tracker/projection-tracker.ts';
import { registerReadYourWrites } from './tracker/read-your-writes.ts';
import { isNotBuiltYet, isOverdue, notReadyBecause } from './tracker/readiness.ts';

/** What a test may set otherwise. */
export type QueryParts = {
  /** Read instead of the read models' own schemas. */
  readonly articlesSchema?: string;
  readonly accountsSchema?: string;
  readonly submissionsSchema?: string;
  readonly heartbeatEvery?: number;
  /** Milliseconds between two looks at who still may follow what; default 1,000. */
  readonly checkRightsEvery?: number;
  readonly mostStreams?: number;
  readonly mostStreamsOfOne?: number;
  readonly maxWait?: number;
  readonly maxWaiting?: number;
  readonly logStream?: ServerOptions['logStream'];
  /** Asked instead of the engine that the configuration names. */
  readonly search?: SearchEngine;
  /** The way to the command side where COMMAND_URL names none. */
  readonly command?: CommandTransport;
};

const keptBytes = 16 * 1024 * 1024;

/**
 * The query side: every GET route. It reads the tables that the worker fills, and writes nothing; the command side
 * records for it what is handed out. Throws `ConfigError` where it has no way there.
 */
export async function createQueryService(config: QueryConfig, parts: QueryParts = {}): Promise<Service> {
  const schema = checkSchemaName(parts.articlesSchema ?? schemaOf(articlesModel));
  const accountsSchema = checkSchemaName(parts.accountsSchema ?? schemaOf(accountsModel));
  const submissionsSchema = checkSchemaName(parts.submissionsSchema ?? schemaOf(submissionsModel));
  const command = parts.command ?? createHttpCommandTransport(config.COMMAND_URL);
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
        for (const side of sides) if (!side.ready) throw notReadyBecause(side.waitsFor);
      },
    },
  });
  // Apart from the others, so that a search that is slow takes no connection from who reads a page.
  const searchPool = createPool(config.DATABASE_URL, {
    applicationName: 'journal query search',
    max: 4,
    queryTimeout: 2_000,
    onIdleError: (error) => app.log.warn({ err: error }, 'database connection of the search lost'),
  });
  const tracker = createProjectionTracker({ url: config.DATABASE_URL, pool, log: app.log });
  const readSide = tracker.model(schema);
  const accountsSide = tracker.model(accountsSchema);
  const submissionsSide = tracker.model(submissionsSchema);
  const sides = [readSide, accountsSide, submissionsSide];
  // Nobody who reads has to wait for the audit, or for the search.
  const auditSchema = schemaOf(auditModel);
  const auditSide = tracker.model(auditSchema);
  const search =
    parts.search ??
    openSearchEngine({ searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY, pool: searchPool });
  const searchSide = tracker.model(schemaOf(search.model));
  const store = createArticlesStore(pool, schema);
  const sessions = { accounts: createAccountsStore(pool, accountsSchema), accountsSide };
  const answers = createResponseCache(readSide, keptBytes);
  const streams = createChangeStreams(
    { everybody: [readSide], signedIn: [submissionsSide, auditSide] },
    {
      most: parts.mostStreams ?? 5_000,
      mostOfOne: parts.mostStreamsOfOne ?? 20,
      heartbeatEvery: parts.heartbeatEvery ?? 15_000,
    },
  );
  await registerSessions(app, {
    keys: parseSessionKeys(config.SESSION_KEYS),
    origin: publicOrigin(config),
  });
  const waits = registerReadYourWrites(app, readSide, {
    maxWait: parts.maxWait,
    maxWaiting: parts.maxWaiting,
  });
  registerQueryMetrics(metrics, { answers, streams, waits });
  registerArticleLists(app, { store, answers, readSide });
  registerArticle(app, { store, answers });
  for (const [source, pieces, side] of [
    [articleHistory, schema, readSide],
    [submissionHistory, submissionsSchema, submissionsSide],
  ] as const)
    registerHistory(app, source, {
      ...sessions,
      store: createHistoryStore(pool, source, { pieces, accounts: accountsSchema }),
      readSide: side,
      serviceToken: config.SERVICE_TOKEN,
    });
  registerAudit(app, {
    ...sessions,
    store: createAuditStore(pool, { audit: auditSchema, accounts: accountsSchema }),
    auditSide,
    serviceToken: config.SERVICE_TOKEN,
  });
  registerSession(app, sessions);
  registerExports(app, {
    ...sessions,
    exports: {
      ...createExportStore(pool, {
        accounts: accountsSchema,
        articles: schema,
        newsletter: schemaOf(newsletterModel),
      }),
      ...createExportedSubmissions(pool, submissionsSchema),
    },
    readSide,
    submissionsSide,
    serviceToken: config.SERVICE_TOKEN,
    record: createRecordExport(command, config.SERVICE_TOKEN),
  });
  const submissions = createSubmissionsStore(pool, {
    submissions: submissionsSchema,
    accounts: accountsSchema,
  });
  const newsroom = { ...sessions, submissions, submissionsSide, serviceToken: config.SERVICE_TOKEN };
  registerSubmissions(app, newsroom);
  registerNewsroom(app, { ...newsroom, articles: createNewsroomArticlesStore(pool, schema), readSide });
  registerUnsubscribePage(app);
  registerStats(app, { store, answers });
  searchSide.onStale(() => search.indexChanged());
  registerSearch(app, {
    engine: search,
    searchSide,
    articles: createArticlesStore(searchPool, schema),
    figures: registerSearchMetrics(metrics, readSide, searchSide),
  });
  registerChanges(app, { ...sessions, streams, readSide });
  const stopWatching = watchRights(streams, sessions.accounts, parts.checkRightsEvery ?? 1_000);

  let stopped: Promise<void> | undefined;
  async function stop() {
    stopWatching();
    await app.close();
    await tracker.stop();
    await search.close();
    await Promise.all([pool.end(), searchPool.end()]);
  }

  return {
    name: 'query',
    app,
    async start() {
      tracker.start();
      search.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
