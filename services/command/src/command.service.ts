import { openEventStore } from '@journal/event-store';
import type { Server, Service } from '@journal/service-kit';
import { createPostgresVault } from '@journal/vault';
import { createCommandApp } from './command.app.ts';
import type { CommandConfig } from './config.ts';

/**
 * The command side: every route that changes something. Connects by itself, again after a loss too; throws where the
 * configuration can't be right (`WrongMasterKey`, an address that no server can have).
 */
export async function createCommandService(config: CommandConfig): Promise<Service> {
  // A connection can be lost before there is anything to log it with.
  let app: Server | undefined;
  const vault = await createPostgresVault({
    url: config.VAULT_URL ?? config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    applicationName: 'journal command vault',
    onConnectionLost: (error) => app?.log.warn({ err: error }, 'vault connection lost'),
  });
  const store = await openEventStore(config.EVENT_STORE_URL).catch(async (error: unknown) => {
    await vault.close();
    throw error;
  });
  const server = await createCommandApp(config, { store, vault });
  app = server;

  let stopped: Promise<void> | undefined;
  async function stop() {
    await server.close();
    await Promise.all([store.close(), vault.close()]);
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
