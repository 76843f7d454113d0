import {
  AppendUnknown,
  type EventStore,
  guardAgainstTruncation,
  LogTruncated,
  markAppends,
  openEventStore,
  StoreUnavailable,
  withoutForeignEvents,
} from '@journal/event-store';
import type { Vault } from '@journal/events';
import { createPool, isUnreachable } from '@journal/postgres';
import { readHighestApplied } from '@journal/read-models/checkpoint';
import { createDraftTable } from '@journal/read-models/drafts';
import { isSuppressed } from '@journal/read-models/suppressions';
import {
  createMetrics,
  createServer,
  isPasskeyRequired,
  publicOrigin,
  type Server,
  type ServerOptions,
  type Service,
} from '@journal/service-kit';
import { sleep } from '@journal/service-kit/async';
import {
  createIdempotencyKey,
  createKeyedHash,
  createLogKey,
  createPostgresVault,
  WrongMasterKey,
} from '@journal/vault';
import { registerAccountRoutes, registerOperationsRoutes } from './account/account.routes.ts';
import { bootstrapAdministrator, ensureAdministrator } from './account/administrator.ts';
import { registerEmailRoutes } from './account/email.routes.ts';
import { registerPasskeyRoutes } from './account/passkeys.routes.ts';
import { createPasswordHasher } from './account/passwords.ts';
import { registerPeopleRoutes } from './account/people.routes.ts';
import { registerSessionRoutes } from './account/sessions.routes.ts';
import { registerSettingsRoutes } from './account/settings.routes.ts';
import { relyingPartyOf } from './account/webauthn.ts';
import { registerArticleRoutes } from './article/article.routes.ts';
import { registerCommentRoutes } from './comment/comment.routes.ts';
import { registerConcernRoutes } from './concern/concern.routes.ts';
import type { CommandConfig } from './config.ts';
import { registerConsentRoutes } from './consent/consent.routes.ts';
import { registerDraftRoutes } from './draft/draft.routes.ts';
import { registerAuth } from './http/auth.ts';
import {
  type Counter,
  createLimits,
  createMemoryCounter,
  defaultLimits,
  type LimitTable,
} from './http/limits.ts';
import { createPostgresCounter } from './http/postgres-counter.ts';
import { requireWellFormedIds } from './http/requests.ts';
import { refuseOtherOrigins } from './http/same-origin.ts';
import { registerInvitationRoutes } from './invitation/invitation.routes.ts';
import { registerIssueRoutes } from './issue/issue.routes.ts';
import { registerMailingRoutes } from './mailing/mailing.routes.ts';
import { registerNewsletterRoutes } from './newsletter/newsletter.routes.ts';
import { registerPageRoutes } from './page/page.routes.ts';
import type { Parts, RouteParts } from './parts.ts';
import { registerPreviewRoutes } from './preview/preview.routes.ts';
import { registerAddressRoutes } from './submission/address.routes.ts';
import { registerStageRoutes } from './submission/stages.routes.ts';
import { registerSubmissionRoutes } from './submission/submission.routes.ts';
import { createJournalLog } from './writing/journal-log.ts';
import { createRequestKeys } from './writing/request-context.ts';
import { recordSessionEnds } from './writing/session-ends.ts';

/** The log, the vault, and parts that specs may replace. */
export type CommandParts = Partial<
  Pick<Parts, 'passwords' | 'now' | 'wait'> & Pick<RouteParts, 'isSuppressed'>
> & {
  store: EventStore;
  vault: Vault;
  drafts: Parts['drafts'];
  /** Counts rate-limited requests. Default: in this process only. */
  counter?: Counter;
  logStream?: ServerOptions['logStream'];
};

/** Creates the command side's server with all its routes, on an open log and vault. */
export async function createCommandApp(config: CommandConfig, parts: CommandParts): Promise<Server> {
  const metrics = createMetrics('command');
  const store = withoutForeignEvents(parts.store);
  const app = createServer({
    name: 'command',
    logLevel: config.LOG_LEVEL,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    checks: {
      'event-store': () => store.check(),
      vault: () => parts.vault.check(),
      administrator: () => administrator.check(),
    },
    isUnavailable,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  });
  const origin = publicOrigin(config);
  const { SERVICE_TOKEN: serviceToken, SESSION_KEYS: sessionKeys } = config;
  refuseOtherOrigins(app, origin);
  const requiresPasskeys = isPasskeyRequired(config);
  await registerAuth(app, { store, serviceToken, sessionKeys, origin, requiresPasskeys });
  app.addHook('onRequest', requireWellFormedIds);
  const hash = createKeyedHash(parts.vault);
  const routeParts: RouteParts = {
    log: createJournalLog({ ...parts, store, metrics }),
    vault: parts.vault,
    drafts: parts.drafts,
    isSuppressed: parts.isSuppressed ?? (async () => false),
    hash,
    passwords: parts.passwords ?? createPasswordHasher(),
    now: parts.now ?? (() => new Date()),
    wait: parts.wait ?? sleep,
    keys: createRequestKeys(createIdempotencyKey(parts.vault)),
    requiresPasskeys,
    consentAge: config.CONSENT_AGE,
    limits: createLimits(parts.counter ?? createMemoryCounter(defaultLimits), hash),
  };
  registerArticleRoutes(app, routeParts);
  registerIssueRoutes(app, routeParts);
  registerMailingRoutes(app, routeParts);
  registerSubmissionRoutes(app, routeParts);
  registerStageRoutes(app, routeParts);
  registerAddressRoutes(app, routeParts);
  registerPreviewRoutes(app, routeParts);
  registerCommentRoutes(app, routeParts);
  registerAccountRoutes(app, routeParts);
  registerOperationsRoutes(app, routeParts);
  registerPeopleRoutes(app, routeParts);
  registerInvitationRoutes(app, routeParts);
  registerConsentRoutes(app, routeParts);
  registerPageRoutes(app, routeParts);
  registerSettingsRoutes(app, routeParts);
  registerSessionRoutes(app, routeParts);
  registerDraftRoutes(app, routeParts);
  registerPasskeyRoutes(app, routeParts, relyingPartyOf(origin));
  await registerEmailRoutes(app, routeParts);
  await registerNewsletterRoutes(app, routeParts);
  await registerConcernRoutes(app, routeParts);
  const administrator = bootstrapAdministrator(
    config,
    (named) => ensureAdministrator(routeParts, named),
    app.log,
  );
  app.addHook('onReady', async () => administrator.start());
  app.addHook('onClose', () => administrator.stop());
  return app;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppendUnknown ||
  error instanceof StoreUnavailable ||
  error instanceof LogTruncated ||
  error instanceof WrongMasterKey ||
  isUnreachable(error);

/**
 * Creates the command side, with every route that changes something. Connects and reconnects automatically. Throws if
 * the configuration is invalid (`WrongMasterKey`, an invalid address).
 */
export async function createCommandService(
  config: CommandConfig,
  { limits = defaultLimits }: { readonly limits?: LimitTable } = {},
): Promise<Service> {
  // A connection can be lost before the logger exists.
  let app: Server | undefined;
  const logLost = (what: string) => (error: Error) =>
    app?.log.warn({ err: error }, `${what} connection lost`);
  const connections: { close(): Promise<void> }[] = [];
  const closeAll = () => Promise.all(connections.map((connection) => connection.close()));

  async function createApp(): Promise<Server> {
    const vault = await createPostgresVault({
      url: config.VAULT_URL ?? config.DATABASE_URL,
      masterKey: config.MASTER_KEY,
      applicationName: 'journal command vault',
      onConnectionLost: logLost('vault'),
    });
    connections.push(vault);
    const log = await openEventStore(config.EVENT_STORE_URL);
    connections.push(log);
    const pool = createPool(config.DATABASE_URL, {
      applicationName: 'journal command',
      max: 1,
      queryTimeout: 1_000,
      onIdleError: logLost('database'),
    });
    connections.push({ close: () => pool.end() });
    // If the read models are unavailable, writing continues.
    const guarded = guardAgainstTruncation(log, {
      applied: () => readHighestApplied(pool).catch(() => undefined),
    });
    const store = await recordSessionEnds(guarded, pool, (error) =>
      app?.log.warn({ err: error }, 'end of session not recorded'),
    );
    const draftPool = createPool(config.DATABASE_URL, {
      applicationName: 'journal command drafts',
      max: 2,
      queryTimeout: 2_000,
      onIdleError: logLost('drafts'),
    });
    connections.push({ close: () => draftPool.end() });
    const onConnectionLost = logLost('limits');
    const counter = await createPostgresCounter({ url: config.DATABASE_URL, limits, onConnectionLost });
    connections.push(counter);
    const drafts = createDraftTable(draftPool);
    return createCommandApp(config, {
      store: markAppends(store, createLogKey(vault)),
      vault,
      drafts,
      isSuppressed: (hash) => isSuppressed(pool, hash).catch(() => false),
      counter,
    });
  }

  const server = await createApp().catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  app = server;
  let stopped: Promise<unknown> | undefined;
  return {
    name: 'command',
    app: server,
    start: async () => {
      await server.ready();
    },
    stop: async () => {
      stopped ??= server.close().then(closeAll);
      await stopped;
    },
  };
}
