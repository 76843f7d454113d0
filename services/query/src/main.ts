import process from 'node:process';
import { runService, startTracing } from '@journal/service-kit';
import { loadQueryConfig } from './config.ts';
import { createQueryService } from './query.service.ts';

await runService(async () => {
  const config = loadQueryConfig(process.env);
  await startTracing('query', config);
  return { service: await createQueryService(config), listen: { host: config.HOST, port: config.PORT } };
});
