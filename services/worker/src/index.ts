export { loadWorkerConfig, type WorkerConfig, workerConfigSchema } from './config.ts';
export { mailSender } from './mail/mailer.ts';
export {
  type LedgerHead,
  type LogFault,
  type Verification,
  verifyLog,
} from './projections/ledger/verify-log.ts';
export { createWorkerService, type WorkerParts } from './worker.service.ts';
