import { ApiError, isTemporary, type Transport } from '@journal/contracts';
import {
  guardAgainstTruncation,
  LogTruncated,
  openEventStore,
  StoreUnavailable,
  withoutForeignEvents,
} from '@journal/event-store';
import { createEventCodec, journalEvents } from '@journal/events';
import { createPool, isUnreachable, type PoolOptions } from '@journal/postgres';
import { readHighestApplied } from '@journal/read-models';
import { openSearchIndex, SearchUnavailable, searchModelOf } from '@journal/search';
import {
  createCommandClient,
  createMetrics,
  createServer,
  publicOrigin,
  type ServerOptions,
  type Service,
} from '@journal/service-kit';
import { createKeyedHash, createPostgresVault } from '@journal/vault';
import { openBounces } from './bounces/open-bounces.ts';
import type { WorkerConfig } from './config.ts';
import { createBoxOpener } from './engine/box-opener.ts';
import { LeadershipLost } from './engine/checkpoint.ts';
import { createLeaderElection } from './engine/leader-election.ts';
import { checkProjection } from './engine/projection.ts';
import { registerProjectionMetrics } from './engine/projection-metrics.ts';
import { createProjectionRunner } from './engine/projection-runner.ts';
import { createReplayTurns } from './engine/replay-turns.ts';
import { ModelBehind } from './engine/wait-for-model.ts';
import type { JobRetries } from './jobs/job-kind.ts';
import { createJobQueue, QueueUnreachable } from './jobs/job-queue.ts';
import { createCommentsMailHandler } from './jobs/mail-comments.ts';
import { createConcernMailHandler } from './jobs/mail-concern.ts';
import { createConsentAnsweredMailHandler, createGuardianMailHandler } from './jobs/mail-guardian.ts';
import { createHiddenPieceMailHandler } from './jobs/mail-hidden-piece.ts';
import { createIdleAccountMailHandler } from './jobs/mail-idle-account.ts';
import { createInvitationMailHandler } from './jobs/mail-invitation.ts';
import {
  createEmailConfirmationMailHandler,
  createNewsletterConfirmationMailHandler,
  createTemporaryPasswordMailHandler,
} from './jobs/mail-jobs.ts';
import { createPitchMailHandler } from './jobs/mail-pitch.ts';
import { createSecurityMailHandler } from './jobs/mail-security.ts';
import { mailSender, openMailer, removeOldDaily } from './mail/mailer.ts';
import { checkMailHourly } from './mailing/check-mail-hourly.ts';
import { createMailingTestMailHandler } from './mailing/mail-mailing-test.ts';
import { openMailingSender } from './mailing/open-mailing-sender.ts';
import { createReactors } from './reactors/reactors.ts';
import { createRegistry } from './registry.ts';
import { removeOldRows } from './retention/remove-old-rows.ts';

/** Longest statement of a projection, in milliseconds: if all connections fall silent, a worker recovers within 10 s. */
const stepTimeout = 7_000;

export type WorkerParts = {
  /** Transport to the command service if COMMAND_URL is not set. */
  readonly command?: Transport;
  readonly retries?: JobRetries;
  readonly logStream?: ServerOptions['logStream'];
};

/**
 * Creates the worker, which keeps every read model up to date with the log. It serves only health and metrics. Any
 * number may run; for each projection one leads and the others stand by. Connects automatically and reconnects after a
 * loss. Rejects if the configuration can't be valid (`WrongMasterKey`, an impossible server address).
 */
export async function createWorkerService(config: WorkerConfig, parts: WorkerParts = {}): Promise<Service> {
  const command = createCommandClient({
    url: config.COMMAND_URL,
    serviceToken: config.SERVICE_TOKEN,
    transport: parts.command,
    timeout: 10_000,
  });
  const metrics = createMetrics('worker');
  const checks: Record<string, () => Promise<void>> = {
    'event-store': () => store.check(),
    vault: () => vault.check(),
    database: async () => void (await pool.query('select 1')),
    queue: async () => void (await jobs.counts()),
  };
  const app = createServer({
    name: 'worker',
    logLevel: config.LOG_LEVEL,
    metrics,
    isUnavailable,
    checks,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  });
  const log = await openEventStore(config.EVENT_STORE_URL, {
    applicationName: 'journal worker event store',
  });
  const store = withoutForeignEvents(
    guardAgainstTruncation(log, { applied: () => readHighestApplied(pool) }),
  );
  const vault = await createPostgresVault({
    url: config.VAULT_URL ?? config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    applicationName: 'journal worker vault',
    onConnectionLost: (error) => app.log.warn({ err: error }, 'vault connection lost'),
  }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const openPool = (url: string, options: PoolOptions) =>
    createPool(url, {
      ...options,
      onIdleError: (error) => app.log.warn({ err: error }, 'database connection lost'),
    });
  const pool = openPool(config.DATABASE_URL, {
    applicationName: 'journal worker',
    max: 4,
    queryTimeout: stepTimeout,
  });
  // A statement of the index may take longer than one of a step, and its steps need a second connection.
  const indexPool = openPool(config.DATABASE_URL, { applicationName: 'journal worker search index', max: 2 });
  const opener = createBoxOpener();
  const codec = createEventCodec({ vault, events: journalEvents, openBoxes: opener.openBoxes });
  const publicUrl = publicOrigin(config);
  const from = mailSender(config, publicUrl);
  const mailer = openMailer(config, from, app.log);
  const journal = { journalName: config.JOURNAL_NAME, publicUrl };
  const { SAFEGUARDING_EMAIL: safeguardingEmail } = config;
  const mailing = { store, codec, keyedHash: createKeyedHash(vault), mailer, journal };
  const stopping = new AbortController();
  const deliveryPool = openPool(config.DATABASE_URL, { applicationName: 'journal worker mailing', max: 5 });
  const bounces = openBounces(config, { ...mailing, command, deliveryPool, log: app.log });
  const sender = openMailingSender(config, {
    ...{
      command,
      pool,
      deliveryPool,
      store,
      log: app.log,
      journal,
      from,
      mailer,
      keyedHash: mailing.keyedHash,
      bounceAddresses: bounces?.addresses,
    },
    stopping: stopping.signal,
  });
  const jobs = createJobQueue({
    url: config.QUEUE_URL ?? config.DATABASE_URL,
    handlers: [
      createTemporaryPasswordMailHandler({ ...mailing, command }),
      createEmailConfirmationMailHandler(mailing),
      createSecurityMailHandler(mailing),
      createNewsletterConfirmationMailHandler(mailing),
      createInvitationMailHandler(mailing),
      createGuardianMailHandler(mailing),
      createConsentAnsweredMailHandler(mailing),
      createPitchMailHandler(mailing),
      createHiddenPieceMailHandler(mailing),
      createCommentsMailHandler(mailing),
      createIdleAccountMailHandler(mailing),
      createConcernMailHandler({ ...mailing, safeguardingEmail }),
      createMailingTestMailHandler({ ...mailing, pool, consentAge: config.CONSENT_AGE }),
    ],
    log: app.log,
    metrics,
    retries: parts.retries,
  });
  const search = { searchUrl: config.SEARCH_URL, searchKey: config.SEARCH_KEY, pool: indexPool };
  const index = openSearchIndex(search);
  const figures = registerProjectionMetrics(metrics, store);
  const election = createLeaderElection(config.DATABASE_URL, 'journal worker leader');
  const registry = createRegistry(
    vault,
    { index, model: searchModelOf(search), database: pool, log: app.log },
    createReactors({ command, jobs, mailer, vault, pool, sender, log: app.log, safeguardingEmail }),
  );
  const turnOf = createReplayTurns();
  const runners = registry.map(({ health, ...registered }, rank) => {
    const runner = createProjectionRunner({
      ...registered,
      store,
      codec,
      election,
      pool,
      log: app.log,
      onStep: figures.onStep,
      takeTurn: turnOf(rank),
    });
    figures.watch(runner.status);
    const before = checks[health];
    checks[health] = async () => {
      await before?.();
      await checkProjection(runner.status);
    };
    return runner;
  });

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    stopping.abort();
    // A slow search engine must not delay the stop of the leader.
    await Promise.all([index.close(), ...runners.map((runner) => runner.stop())]);
    await Promise.all([
      ...[jobs.stop(), election.close(), opener.close(), sender.ended()],
      bounces?.listener.close(),
    ]);
    await app.close();
    await Promise.all([store.close(), vault.close(), pool.end(), indexPool.end(), deliveryPool.end()]);
  }

  return {
    name: 'worker',
    app,
    async start() {
      jobs.start();
      void removeOldDaily(mailer, app.log, stopping.signal);
      void removeOldRows(pool, app.log, stopping.signal);
      void bounces?.listener.listen(bounces.port, stopping.signal);
      const { SMTP_URL: smtpUrl, MAIL_RATE: rate, BOUNCE_ADDRESS: bounceAddress } = config;
      const checked = { from, publicUrl, smtpUrl, rate, bounceAddress };
      void checkMailHourly(checked, pool, app.log, stopping.signal);
      for (const runner of runners) runner.start();
    },
    stop: () => (stopped ??= stop()),
  };
}

const passing = [
  StoreUnavailable,
  LogTruncated,
  SearchUnavailable,
  ModelBehind,
  QueueUnreachable,
  LeadershipLost,
];

/** Whether an error, or one of its causes, resolves itself once an engine or another service is available again. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (passing.some((kind) => error instanceof kind) || isUnreachable(error)) return true;
  if (error instanceof ApiError && isTemporary(error)) return true;
  return isUnavailable(error.cause);
}
