import type { Transport } from '@journal/contracts';
import { createPool } from '@journal/postgres';
import type { SearchEngine } from '@journal/search';
import {
  createCommandClient,
  createMetrics,
  createServer,
  publicOrigin,
  type ServerOptions,
  type Service,
} from '@journal/service-kit';
import { parseSessionKeys, registerSessions } from '@journal/session';
import { registerAccess } from './account/access.ts';
import { accountRoutes } from './account/account.routes.ts';
import { createAccountsStore } from './account/accounts.store.ts';
import { apiDocsRoutes } from './api-docs/api-docs.routes.ts';
import { articleRoutes } from './article/articles.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { changeRoutes } from './changes/changes.routes.ts';
import { commentRoutes } from './comment/comments.routes.ts';
import type { QueryConfig } from './config.ts';
import { consentRoutes } from './consent/consent.routes.ts';
import { schemas } from './database.ts';
import { draftRoutes } from './draft/draft.routes.ts';
import { historyRoutes } from './history/history.routes.ts';
import { invitationRoutes } from './invitation/invitations.routes.ts';
import { issueRoutes } from './issue/issues.routes.ts';
import { mailRoutes } from './mailing/mail.routes.ts';
import { mailingRoutes } from './mailing/mailings.routes.ts';
import { newsroomRoutes } from './newsroom/newsroom.routes.ts';
import { pageRoutes } from './page/page.routes.ts';
import { previewRoutes } from './preview/preview.routes.ts';
import { isUnavailable, type QueryContext, type Resource } from './resource.ts';
import { createEarlyResponder } from './response/early-responses.ts';
import { registerResponseTopics } from './response/response.ts';
import { createResponseCache, registerCacheMetrics } from './response/response-cache.ts';
import { searchRoutes } from './search/search.routes.ts';
import { submissionRoutes } from './submission/submissions.routes.ts';
import { createPositionWaits, type PositionWaitsOptions } from './tracker/position-waits.ts';
import { createProjectionTracker } from './tracker/projection-tracker.ts';
import { registerReadYourWrites } from './tracker/read-your-writes.ts';

/** Parts that a test may replace. */
export type QueryParts = PositionWaitsOptions & {
  readonly limits?: Partial<QueryContext['limits']>;
  readonly logStream?: ServerOptions['logStream'];
  /** Used instead of the engine that the configuration names. */
  readonly search?: SearchEngine;
  /** Transport to the command service if COMMAND_URL names none. */
  readonly command?: Transport;
};

/** All resources, each in its own folder with its statements and routes. */
const resources: readonly Resource[] = [
  articleRoutes,
  issueRoutes,
  mailingRoutes,
  mailRoutes,
  historyRoutes,
  submissionRoutes,
  commentRoutes,
  previewRoutes,
  newsroomRoutes,
  auditRoutes,
  pageRoutes,
  accountRoutes,
  invitationRoutes,
  consentRoutes,
  draftRoutes,
  apiDocsRoutes,
  changeRoutes,
];

const maxCacheBytes = 16 * 1024 * 1024;

/**
 * Returns the query service: every GET route. It reads the tables that the worker fills and writes nothing; the
 * command service records each export for it. Throws `ConfigError` if the command service has no address.
 */
export async function createQueryService(config: QueryConfig, parts: QueryParts = {}): Promise<Service> {
  const command = createCommandClient({
    url: config.COMMAND_URL,
    serviceToken: config.SERVICE_TOKEN,
    transport: parts.command,
    timeout: 5_000,
  });
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
    isUnavailable,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
    checks: {
      database: async () => void (await pool.query('select 1')),
      // No reader has to wait for the audit or the search.
      'read-side': async () => {
        // The health check shows the code.
        for (const model of [context.articlesModel, context.accountsModel, context.submissionsModel])
          if (!model.ready)
            throw Object.assign(new Error(model.notReadyReason), { code: model.notReadyReason });
      },
    },
  });
  const tracker = createProjectionTracker({ url: config.DATABASE_URL, pool, log: app.log });
  const articles = tracker.model(schemas.articles);
  const context: QueryContext = {
    config,
    pool,
    metrics,
    tracker,
    articlesModel: articles,
    accountsModel: tracker.model(schemas.accounts),
    sessionsModel: tracker.model(schemas.sessions),
    passkeysModel: tracker.model(schemas.passkeys),
    submissionsModel: tracker.model(schemas.submissions),
    commentsModel: tracker.model(schemas.comments),
    auditModel: tracker.model(schemas.audit),
    wordsModel: tracker.model(schemas.words),
    accounts: createAccountsStore(pool),
    waits: createPositionWaits(metrics, parts),
    cache: createResponseCache(articles, maxCacheBytes),
    command,
    limits: {
      max: 5_000,
      maxPerAddress: 100,
      heartbeatInterval: 15_000,
      rightsInterval: 1_000,
      ...parts.limits,
    },
  };
  await registerSessions(app, {
    keys: parseSessionKeys(config.SESSION_KEYS),
    origin: publicOrigin(config),
  });
  registerReadYourWrites(app, context);
  registerAccess(app, context, config.SERVICE_TOKEN);
  registerResponseTopics(app);
  registerCacheMetrics(metrics, context.cache);
  for (const resource of [...resources, searchRoutes(parts.search)]) await app.register(resource, context);
  app.answerEarly(createEarlyResponder(context.cache));

  let stopped: Promise<void> | undefined;
  async function stop() {
    await app.close();
    await tracker.stop();
    await pool.end();
  }

  return {
    name: 'query',
    app,
    async start() {
      tracker.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
