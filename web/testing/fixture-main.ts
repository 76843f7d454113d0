import process from 'node:process';
import { runService } from '@journal/service-kit';
import { createWebService, loadWebConfig } from '../server/index.ts';
import { createFixtureApi } from './fixture-api.ts';

/** The pages alone, with sample articles: `PORT=3001 node web/testing/fixture-main.ts [dev]`. */
await runService(async () => {
  const config = loadWebConfig(process.env);
  const service = await createWebService(config, {
    api: createFixtureApi().fetch,
    dev: process.argv.includes('dev'),
  });
  return { service, listen: { host: '127.0.0.1', port: config.PORT } };
});
