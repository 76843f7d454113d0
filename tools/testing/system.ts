import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@journal/testing';
import { createEmbeddedGateway } from '../../infra/embedded/embedded-gateway.ts';
import {
  loadServices,
  type SystemParts,
  type SystemServices,
  startSystem,
  untilServiceReady,
} from '../../infra/embedded/system.ts';
import { newSecrets } from '../../infra/launcher/secrets.ts';

interface TestSystem {
  services: SystemServices;
  environment: Record<string, string>;
  /** The data folder. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts the four services in this process on a database, with their own data folder. */
export async function startTestSystem(
  databaseUrl: string,
  given: Record<string, string> = {},
  parts: SystemParts = {},
): Promise<TestSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-system-'));
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: databaseUrl,
    ...newSecrets(),
    ...given,
  };
  const system = await startSystem(await loadServices(), { environment, dev: false, ...parts });
  for (const service of Object.values(system.services)) await untilServiceReady(service);
  return {
    services: system.services,
    environment,
    folder,
    async stop() {
      await system.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type SystemInProcess = Awaited<ReturnType<typeof startSystemInProcess>>;

/** Starts the services behind one port of this machine, on their own database, which `fill` can fill first. */
export async function startSystemInProcess(
  postgresUrl: string,
  given: Record<string, string> = {},
  { fill, parts }: { fill?: (url: string) => Promise<void>; parts?: SystemParts } = {},
) {
  const database = await createTestDatabase(postgresUrl);
  await fill?.(database.url);
  const gateway = createEmbeddedGateway();
  const port = await gateway.listen(0, '127.0.0.1');
  const environmentGiven = { PORT: `${port}`, ...given };
  const { services, environment, stop } = await startTestSystem(database.url, environmentGiven, parts);
  gateway.open(services);
  return {
    url: `http://localhost:${port}`,
    environment,
    async stop() {
      await gateway.drain();
      await stop();
      gateway.close();
      await database.drop();
    },
  };
}
