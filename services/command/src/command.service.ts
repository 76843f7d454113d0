import { markAppends, openEventStore } from '@journal/event-store';
import type { Server, Service } from '@journal/service-kit';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { createCommandApp } from './command.app.ts';
import type { CommandConfig } from './config.ts';
import { defaultLimits, type LimitTable } from './http/limits.ts';
import { createPostgresCounter } from './http/postgres-counter.ts';

/**
 * Creates the command side: every route that changes something. Connects and reconnects by itself; throws for an
 * invalid configuration (`WrongMasterKey`, an invalid address).
 */
export async function createCommandService(
  config: CommandConfig,
  { limits = defaultLimits }: { readonly limits?: LimitTable } = {},
): Promise<Service> {
  // A connection can be lost before there is a logger.
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
    const store = await openEventStore(config.EVENT_STORE_URL);
    connections.push(store);
    const onConnectionLost = logLost('limits');
    const counter = await createPostgresCounter({ url: config.DATABASE_URL, limits, onConnectionLost });
    connections.push(counter);
    return createCommandApp(config, { store: markAppends(store, createLogKey(vault)), vault, counter });
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
