import { type EventStore, openEventStore } from '@journal/event-store';
import { createEventCodec, journalEvents, type Vault } from '@journal/events';
import { createPool, isUnreachable } from '@journal/postgres';
import { createMetrics, createServer, type ServerOptions, type Service } from '@journal/service-kit';
import { createPostgresVault } from '@journal/vault';
import { articlesProjection } from './articles/articles.projection.ts';
import type { WorkerConfig } from './config.ts';
import { registerProjectionMetrics } from './projection/projection-metrics.ts';
import { createProjectionRunner } from './projection/projection-runner.ts';
import { checkProjection } from './projection/projection-status.ts';
import { withoutWaitingForDisk } from './projection/without-waiting-for-disk.ts';

/** What a test or a rebuild may bring itself; what is brought is not closed. */
export type WorkerParts = {
  readonly eventStore?: EventStore;
  readonly vault?: Vault;
  /** Filled instead of the read model's own schema. */
  readonly articlesSchema?: string;
  readonly logStream?: ServerOptions['logStream'];
};

/**
 * The worker: keeps every read model up to date with the log. It answers health and metrics only. Any number may run;
 * one applies events, the others stand by. Connects by itself, again after a loss too; throws where the configuration
 * can't be right (`WrongMasterKey`, an address that no server can have).
 */
export async function createWorkerService(config: WorkerConfig, parts: WorkerParts = {}): Promise<Service> {
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
  const figures = registerProjectionMetrics(metrics, store);
  const articles = createProjectionRunner({
    store,
    codec: createEventCodec({ vault, events: journalEvents }),
    projection: articlesProjection,
    databaseUrl: config.DATABASE_URL,
    pool,
    log: app.log,
    ...(parts.articlesSchema === undefined ? {} : { schema: parts.articlesSchema }),
    onStep: (step) => figures.stepOf(articles.status.projection)(step),
  });
  figures.watch(articles.status);

  let stopped: Promise<void> | undefined;
  async function stop() {
    await articles.stop();
    await app.close();
    if (!parts.eventStore) await store.close();
    if (!parts.vault) await vault.close();
    await pool.end();
  }

  return {
    name: 'worker',
    app,
    async start() {
      articles.start();
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
