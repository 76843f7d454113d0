export type { CommandTransport } from './command/command-transport.ts';
export { loadWorkerConfig, type WorkerConfig, workerConfigSchema } from './config.ts';
export { createWorkerService, type WorkerParts } from './worker.service.ts';
