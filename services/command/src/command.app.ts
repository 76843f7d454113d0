import { AppendUnknown, type EventStore, StoreUnavailable } from '@journal/event-store';
import type { Vault } from '@journal/events';
import { isUnreachable } from '@journal/postgres';
import { createMetrics, createServer, type Server, type ServerOptions } from '@journal/service-kit';
import { createKeyedHash, createSubscriptionLinks } from '@journal/vault';
import { type AccountOptions, createAccountParts } from './account/account.parts.ts';
import { registerAccountRoutes } from './account/account.routes.ts';
import { ensureAdministrator } from './account/administrators.handler.ts';
import { keepAdministrator } from './account/kept-administrator.ts';
import { registerArticleRoutes } from './article/article.routes.ts';
import { createAccessOf } from './auth/access.ts';
import { registerAuth } from './auth/register-auth.ts';
import { type CommandConfig, publicOrigin } from './config.ts';
import { createRequestKeys } from './idempotency/request-keys.ts';
import { type Counter, createMemoryCounter, usualLimits } from './limits/counter.ts';
import { createLimits } from './limits/limits.ts';
import { registerNewsletterRoutes } from './newsletter/newsletter.routes.ts';
import { registerSubmissionRoutes } from './submission/submission.routes.ts';
import { createJournalLog } from './writing/journal-log.ts';
import { measureEventStore } from './writing/measured-event-store.ts';

export type CommandParts = AccountOptions & {
  store: EventStore;
  vault: Vault;
  /** Counts what may be asked only so often; default: this process by itself. */
  counter?: Counter;
  logStream?: ServerOptions['logStream'];
};

/** The server of the command side with all its routes, on a log and a vault that are there. */
export async function createCommandApp(config: CommandConfig, parts: CommandParts): Promise<Server> {
  const metrics = createMetrics('command');
  const store = measureEventStore(parts.store, metrics);
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
  await registerAuth(app, {
    serviceToken: config.SERVICE_TOKEN,
    sessionKeys: config.SESSION_KEYS,
    origin: publicOrigin(config),
    accessOf: createAccessOf(store),
  });
  const hash = createKeyedHash(parts.vault);
  const limits = createLimits(parts.counter ?? createMemoryCounter(usualLimits), hash);
  const keys = createRequestKeys(Buffer.from(config.MASTER_KEY, 'base64'));
  const log = createJournalLog({ ...parts, store });
  registerArticleRoutes(app, log, keys);
  const accounts = createAccountParts({ ...parts, log, hash });
  registerAccountRoutes(app, accounts, keys, limits);
  const administrator = keepAdministrator(config, (named) => ensureAdministrator(accounts, named), app.log);
  app.addHook('onReady', async () => administrator.start());
  app.addHook('onClose', () => administrator.stop());
  registerSubmissionRoutes(app, accounts, keys, limits);
  await registerNewsletterRoutes(app, { ...accounts, links: createSubscriptionLinks(hash) }, limits);
  return app;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppendUnknown || error instanceof StoreUnavailable || isUnreachable(error);
