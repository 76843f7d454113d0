import { markAppends, openEventStore } from '@journal/event-store';
import type { Server, Service } from '@journal/service-kit';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { createCommandApp } from './command.app.ts';
import type { CommandConfig } from './config.ts';
import { defaultLimits, type LimitTable } from './http/limits.ts';
import { createPostgresCounter } from './http/postgres-counter.ts';

export type CommandServiceParts = {
  /** Default: `defaultLimits`. */
  limits?: LimitTable;
};

/**
 * Creates the command side: every route that changes something. Connects and reconnects by itself; throws for an
 * invalid configuration (`WrongMasterKey`, an invalid address).
 */
export async function createCommandService(
  config: CommandConfig,
  { limits = defaultLimits }: CommandServiceParts = {},
): Promise<Service> {
  // A connection can be lost before there is a logger.
  let app: Server | undefined;
  const connections: { close(): Promise<void> }[] = [];
  const closeAll = () => Promise.all(connections.map((connection) => connection.close()));
  async function open<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
    const connection = await opening;
    connections.push(connection);
    return connection;
  }

  async function createApp(): Promise<Server> {
    const vault = await open(
      createPostgresVault({
        url: config.VAULT_URL ?? config.DATABASE_URL,
        masterKey: config.MASTER_KEY,
        applicationName: 'journal command vault',
        onConnectionLost: (error) => app?.log.warn({ err: error }, 'vault connection lost'),
      }),
    );
    const store = await open(openEventStore(config.EVENT_STORE_URL));
    const counter = await open(
      createPostgresCounter({
        url: config.DATABASE_URL,
        limits,
        onConnectionLost: (error) => app?.log.warn({ err: error }, 'limits connection lost'),
      }),
    );
    const marked = markAppends(store, createLogKey(vault));
    return createCommandApp(config, { store: marked, vault, counter });
  }

  const server = await createApp().catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });
  app = server;

  let stopped: Promise<void> | undefined;
  async function stop() {
    await server.close();
    await closeAll();
  }
  return {
    name: 'command',
    app: server,
    start: async () => {
      await server.ready();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
