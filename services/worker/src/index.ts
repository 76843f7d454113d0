export { loadWorkerConfig, type WorkerConfig, workerConfigSchema } from './config.ts';
export { createWorkerService, type WorkerParts } from './worker.service.ts';
