import { AppendUnknown, type EventStore, StoreUnavailable } from '@journal/event-store';
import type { Vault } from '@journal/events';
import { isUnreachable } from '@journal/postgres';
import { createMetrics, createServer, type Server } from '@journal/service-kit';
import { registerArticleRoutes } from './article/article.routes.ts';
import { registerServiceToken } from './auth/service-token.ts';
import type { CommandConfig } from './config.ts';
import { createRequestKeys } from './idempotency/request-keys.ts';
import { createJournalLog } from './writing/journal-log.ts';
import { measureEventStore } from './writing/measured-event-store.ts';

export type CommandParts = {
  store: EventStore;
  vault: Vault;
  now?: () => Date;
};

/** The server of the command side with all its routes, on a log and a vault that are there. */
export function createCommandApp(config: CommandConfig, parts: CommandParts): Server {
  const metrics = createMetrics('command');
  const store = measureEventStore(parts.store, metrics);
  const app = createServer({
    name: 'command',
    logLevel: config.LOG_LEVEL,
    trustedProxies: config.TRUSTED_PROXIES,
    metrics,
    checks: { 'event-store': () => store.check(), vault: () => parts.vault.check() },
    isUnavailable,
  });
  registerServiceToken(app, config.SERVICE_TOKEN);
  const keys = createRequestKeys(Buffer.from(config.MASTER_KEY, 'base64'));
  registerArticleRoutes(app, createJournalLog({ ...parts, store }), keys);
  return app;
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof AppendUnknown || error instanceof StoreUnavailable || isUnreachable(error);
