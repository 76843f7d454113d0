import type { AddressInfo } from 'node:net';
import type { Article } from '@journal/contracts';
import { createWebService } from '../server/index.ts';
import { createFixtureApi, type FixtureApi } from '../testing/fixture-api.ts';
import { type FixtureBackend, startFixtureBackend } from '../testing/fixture-backend.ts';

export type FixtureSite = { url: string; api: FixtureApi; backend: FixtureBackend; close(): Promise<void> };

/** For specs of something else than being late: pages wait for what they read, however busy the machine is. */
export const unhurried = { budget: 10_000 };

/**
 * The built pages on a free port, before a query side that a test can slow down, stop, fill and change. `budget` is how
 * many milliseconds a page waits for what it reads; as in operation unless told.
 */
export async function startFixtureSite(
  articles?: Article[],
  dependencies: { budget?: number } = {},
): Promise<FixtureSite> {
  const api = createFixtureApi(articles);
  const backend = await startFixtureBackend(api);
  const config = {
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '',
    JOURNAL_NAME: 'The Forum',
    PUBLIC_URL: 'https://journal.example',
    QUERY_URL: backend.url,
    COMMAND_URL: backend.url,
  } as const;
  const service = await createWebService(config, dependencies);
  await service.start();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    api,
    backend,
    async close() {
      await service.stop();
      await backend.close();
    },
  };
}
