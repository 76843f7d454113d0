import process from 'node:process';
import { runService, startTracing } from '@journal/service-kit';
import { createCommandService } from './command.service.ts';
import { loadCommandConfig } from './config.ts';

await runService(async () => {
  const config = loadCommandConfig(process.env);
  await startTracing('command', config);
  return { service: await createCommandService(config), listen: { host: config.HOST, port: config.PORT } };
});
