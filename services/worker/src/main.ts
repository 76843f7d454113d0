import process from 'node:process';
import { runService, startTracing } from '@journal/service-kit';
import { loadWorkerConfig } from './config.ts';
import { createWorkerService } from './worker.service.ts';

await runService(async () => {
  const config = loadWorkerConfig(process.env);
  await startTracing('worker', config);
  return { service: await createWorkerService(config), listen: { host: config.HOST, port: config.PORT } };
});
