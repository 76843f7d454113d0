import { markAppends, openEventStore } from '@journal/event-store';
import type { Server, Service } from '@journal/service-kit';
import { createLogKey, createPostgresVault } from '@journal/vault';
import { createCommandApp } from './command.app.ts';
import type { CommandConfig } from './config.ts';
import { type LimitTable, usualLimits } from './limits/counter.ts';
import { createPostgresCounter } from './limits/postgres-counter.ts';

export type CommandServiceParts = {
  /** How often what may be asked; default: `usualLimits`. */
  limits?: LimitTable;
};

/**
 * The command side: every route that changes something. Connects by itself, again after a loss too; throws where the
 * configuration can't be right (`WrongMasterKey`, an address that no server can have).
 */
export async function createCommandService(
  config: CommandConfig,
  { limits = usualLimits }: CommandServiceParts = {},
): Promise<Service> {
  // A connection can be lost before there is anything to log it with.
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
