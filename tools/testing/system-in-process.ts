import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@journal/testing';
import { createEmbeddedGateway } from '../../infra/embedded/embedded-gateway.ts';
import { loadServices, startSystem, untilServiceReady } from '../../infra/embedded/system.ts';

export interface SystemInProcess {
  url: string;
  environment: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the four services in this process behind one port of this machine, with a folder and a database of their own,
 * which `fill` is given before.
 */
export async function startSystemInProcess(
  postgresUrl: string,
  given: Record<string, string> = {},
  fill = async (_url: string) => {},
): Promise<SystemInProcess> {
  const database = await createTestDatabase(postgresUrl);
  await fill(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'journal-system-'));
  const gateway = createEmbeddedGateway();
  const port = await gateway.listen(0, '127.0.0.1');
  const environment = {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    EVENT_STORE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SERVICE_TOKEN: randomBytes(32).toString('base64url'),
    SESSION_KEYS: randomBytes(32).toString('base64'),
    ...given,
  };
  const system = await startSystem(await loadServices(), { environment, dev: false });
  for (const service of Object.values(system.services)) await untilServiceReady(service);
  gateway.open(system.services);
  return {
    url: `http://localhost:${port}`,
    environment,
    async stop() {
      await gateway.drain();
      await system.stop();
      gateway.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
