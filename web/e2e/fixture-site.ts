import type { AddressInfo } from 'node:net';
import type { Article } from '@journal/contracts';
import { createWebService } from '../server/index.ts';
import { createFixtureApi, type FixtureApi } from '../testing/fixture-api.ts';

export type FixtureSite = { url: string; api: FixtureApi; close(): Promise<void> };

/** The built pages on a free port, before a query side in memory that a test can slow down, stop and fill. */
export async function startFixtureSite(articles?: Article[]): Promise<FixtureSite> {
  const api = createFixtureApi(articles);
  const service = await createWebService(
    { PORT: 0, HOST: '127.0.0.1', LOG_LEVEL: 'error', JOURNAL_NAME: 'The Forum', PUBLIC_URL: 'https://journal.example' },
    { api },
  );
  await service.start();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, api, close: () => service.stop() };
}
