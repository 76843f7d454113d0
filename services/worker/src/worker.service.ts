import { type EventStore, openEventStore } from '@journal/event-store';
import { createEventCodec, journalEvents, type Vault } from '@journal/events';
import { createPool, isUnreachable } from '@journal/postgres';
import { openSearchIndex } from '@journal/search';
import {
  type CommandTransport,
  createHttpCommandTransport,
  createMetrics,
  createServer,
  type ServerOptions,
  type Service,
} from '@journal/service-kit';
import { createLogKey, createPostgresVault } from '@journal/vault';
import type { WorkerConfig } from './config.ts';
import type { Source } from './engine/opened-batch.ts';
import type { Projection } from './engine/projection.ts';
import { registerProjectionMetrics } from './engine/projection-metrics.ts';
import { createProjectionRunner } from './engine/projection-runner.ts';
import { checkProjection } from './engine/projection-status.ts';
import { unopened } from './engine/unopened.ts';
import { withoutWaitingForDisk } from './engine/without-waiting-for-disk.ts';
import type { JobRetries } from './jobs/job-back-off.ts';
import { accountsProjection } from './projections/accounts/accounts.projection.ts';
import { articlesProjection } from './projections/articles/articles.projection.ts';
import { auditProjection } from './projections/audit/audit.projection.ts';
import { createLedgerProjection } from './projections/ledger/ledger.projection.ts';
import { newsletterProjection } from './projections/newsletter/newsletter.projection.ts';
import { createSearchProjection } from './projections/search/search.projection.ts';
import { submissionsProjection } from './projections/submissions/submissions.projection.ts';
import { createReactions } from './reactors/reactions.ts';

/** What a test or a rebuild may bring itself; what is brought is not closed. */
export type WorkerParts = {
  readonly eventStore?: EventStore;
  readonly vault?: Vault;
  /** Filled instead of the read model's own schema. */
  readonly articlesSchema?: string;
  readonly accountsSchema?: string;
  readonly logStream?: ServerOptions['logStream'];
  /** The way to the command side where COMMAND_URL names none. */
  readonly command?: CommandTransport;
  readonly retries?: JobRetries;
};

/**
 * The worker: keeps every read model up to date with the log. It answers health and metrics only. Any number may run;
 * one applies events, the others stand by. Connects by itself, again after a loss too; throws where the configuration
 * can't be right (`WrongMasterKey`, an address that no server can have).
 */
export async function createWorkerService(config: WorkerConfig, parts: WorkerParts = {}): Promise<Service> {
  const command = parts.command ?? createHttpCommandTransport(config.COMMAND_URL);
  const metrics = createMetrics('worker');
  const app = createServer({
    name: 'worker',
    logLevel: config.LOG_LEVEL,
    metrics,
    isUnavailable: isUnreachable,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
    checks: {
      'event-store': () => store.check(),
      vault: () => vault.check(),
      database: async () => void (await pool.query('select 1')),
      articles: () => checkProjection(articles.status),
      accounts: () => checkProjection(accounts.status),
      newsletter: () => checkProjection(newsletter.status),
      submissions: () => checkProjection(submissions.status),
      audit: () => checkProjection(audit.status),
      ledger: () => checkProjection(ledger.status),
      search: () => checkProjection(search.status),
      queue: () => jobs.check(),
      reactors: async () => void (await Promise.all(running.map(({ status }) => checkProjection(status)))),
    },
  });
  const store =
    parts.eventStore ??
    (await openEventStore(config.EVENT_STORE_URL, { applicationName: 'journal worker event store' }));
  const vault =
    parts.vault ??
    (await createPostgresVault({
      url: config.VAULT_URL ?? config.DATABASE_URL,
      masterKey: config.MASTER_KEY,
      applicationName: 'journal worker vault',
      onConnectionLost: (error) => app.log.warn({ err: error }, 'vault connection lost'),
    }).catch(async (error: unknown) => {
      if (!parts.eventStore) await store.close();
      throw error;
    }));
  const pool = createPool(withoutWaitingForDisk(config.DATABASE_URL), {
    applicationName: 'journal worker',
    max: 4,
    onIdleError: (error) => app.log.warn({ err: error }, 'database connection lost'),
  });
  // Who searches follows its changes by their numbers: one that a crash took back would be given to another, and missed.
  const searchPool = createPool(config.DATABASE_URL, {
    applicationName: 'journal worker search',
    max: 2,
    onIdleError: (error) => app.log.warn({ err: error }, 'database connection of the search lost'),
  });
  const figures = registerProjectionMetrics(metrics, store);
  const codec = createEventCodec({ vault, events: journalEvents });
  const run = (
    projection: Projection<never>,
    schema?: string,
    other: { readonly reading?: Source<never>['codec']; readonly pool?: typeof pool } = {},
  ) => {
    const runner = createProjectionRunner({
      store,
      codec: other.reading ?? codec,
      projection,
      databaseUrl: config.DATABASE_URL,
      pool: other.pool ?? pool,
      log: app.log,
      ...(schema === undefined ? {} : { schema }),
      onStep: (step) => figures.stepOf(runner.status.projection)(step),
    });
    figures.watch(runner.status);
    return runner;
  };
  const articles = run(articlesProjection, parts.articlesSchema);
  const accounts = run(accountsProjection, parts.accountsSchema);
  const newsletter = run(newsletterProjection);
  const submissions = run(submissionsProjection);
  const audit = run(auditProjection);
  const ledger = run(createLedgerProjection(createLogKey(vault)), undefined, {
    reading: unopened as never,
  });
  const index = openSearchIndex({ searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY });
  const { articlesSchema } = parts;
  const search = run(createSearchProjection({ index, articlesSchema, log: app.log }), undefined, {
    reading: unopened as never,
    pool: searchPool,
  });
  const { jobs, reactors } = createReactions({
    ...parts,
    command,
    config,
    store,
    vault,
    codec,
    pool,
    log: app.log,
    metrics,
  });
  const running = reactors.map((reactor) => run(reactor));
  const runners = [articles, accounts, newsletter, submissions, audit, ledger, search, ...running];

  let stopped: Promise<void> | undefined;
  async function stop() {
    // An engine that is slow must not keep the leader from stopping.
    await Promise.all([index.close(), ...runners.map((runner) => runner.stop())]);
    await jobs.stop();
    await app.close();
    if (!parts.eventStore) await store.close();
    if (!parts.vault) await vault.close();
    await Promise.all([pool.end(), searchPool.end()]);
  }

  return {
    name: 'worker',
    app,
    async start() {
      jobs.start();
      for (const runner of runners) runner.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
