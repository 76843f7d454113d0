import process from 'node:process';
import { runService, startTracing } from '@journal/service-kit';
import { loadWebConfig } from './config.ts';
import { createWebService } from './web.service.ts';

await runService(async () => {
  const config = loadWebConfig(process.env);
  await startTracing('web', config);
  return { service: await createWebService(config), listen: { host: config.HOST, port: config.PORT } };
});
