import { createPool } from '@journal/postgres';
import { createPostgresBackend, runMigrations } from 'bullmq';
import pg from 'pg';
import { engineOf, type QueueEngine } from './bull-engine.ts';

const schema = 'queue';

/** Jobs in a schema of their own. A job that was added is on the disk. */
export function createPostgresEngine(url: string): QueueEngine {
  const connection = (applicationName: string, max: number) => ({
    connectionString: url,
    application_name: applicationName,
    schema,
    max,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: CalmClient,
  });
  return engineOf(createPostgresBackend, {
    producing: connection('journal worker queue', 2),
    working: connection('journal worker jobs', 2),
    async prepare() {
      const pool = createPool(url, { applicationName: 'journal worker queue set-up', max: 1 });
      try {
        const client = await pool.connect();
        await runMigrations(client, schema).finally(() => client.release());
      } finally {
        await pool.end();
      }
    },
  });
}

/** An error that nobody listens for ends the process; whoever has borrowed the connection learns of it anyway. */
class CalmClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
