import { type Environment, loadConfig, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

export const workerConfigSchema = Type.Object({
  PORT: variables.PORT(4003),
  HOST: variables.HOST,
  LOG_LEVEL: variables.LOG_LEVEL,
  DATABASE_URL: variables.DATABASE_URL,
  EVENT_STORE_URL: variables.EVENT_STORE_URL,
  VAULT_URL: variables.VAULT_URL,
  MASTER_KEY: variables.MASTER_KEY,
});
export type WorkerConfig = Static<typeof workerConfigSchema>;

export function loadWorkerConfig(environment: Environment): WorkerConfig {
  return loadConfig(workerConfigSchema, environment);
}
