import { type Environment, loadConfig, mailTogether, mailVariables, variables } from '@journal/service-kit';
import Type, { type Static } from 'typebox';

export const workerConfigSchema = Type.Object(
  {
    PORT: variables.PORT(4003),
    HOST: variables.HOST,
    LOG_LEVEL: variables.LOG_LEVEL,
    OTEL_EXPORTER_OTLP_ENDPOINT: variables.OTEL_EXPORTER_OTLP_ENDPOINT,
    JOURNAL_NAME: variables.JOURNAL_NAME,
    PUBLIC_URL: variables.PUBLIC_URL,
    DATABASE_URL: variables.DATABASE_URL,
    EVENT_STORE_URL: variables.EVENT_STORE_URL,
    VAULT_URL: variables.VAULT_URL,
    MASTER_KEY: variables.MASTER_KEY,
    SEARCH_URL: variables.SEARCH_URL,
    SEARCH_KEY: variables.SEARCH_KEY,
    QUEUE_URL: variables.QUEUE_URL,
    ...mailVariables,
    CONSENT_AGE: variables.CONSENT_AGE,
    DATA_DIR: variables.DATA_DIR,
    COMMAND_URL: variables.COMMAND_URL,
    SERVICE_TOKEN: variables.SERVICE_TOKEN,
  },
  mailTogether,
);
export type WorkerConfig = Static<typeof workerConfigSchema>;

export function loadWorkerConfig(environment: Environment): WorkerConfig {
  return loadConfig(workerConfigSchema, environment);
}
